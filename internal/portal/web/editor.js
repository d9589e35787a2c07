// The editor of a draft's files. It improves `textarea[data-editor]` and nothing depends on it: the textarea stays in the form,
// hidden, holds the same text at every moment, and is what is sent.
//
//	data-editor="rego|yaml|json|text"   the language
//	data-base-ref="id"       the text that changes are marked against: a <template>, a hidden <pre>, or a JSON script that
//	                         holds one string
//	data-problems-ref="id"   the list of problems, an <ol data-problems>; without it, the one in the same form. Its items have data-line
//	                         (from 1) and, where known, data-column, data-end-column, data-severity (error, warning, info)
//	                         and data-message (otherwise the item's words). An item's link goes to its line.
//	data-complete-ref="id"   JSON: what may be written after `input.` or `/`, as "/facts/trip/distance_km",
//	                         "input.facts.trip.distance_km", or {"label": either, "detail": "…", "info": "…"}
//	data-words-ref="id"      JSON: CodeMirror's English phrases and what they are in the page's language
//
// Ctrl+S presses the form's [data-save] button, or its first submit button. F8 and Shift+F8 go through the problems. Tab is
// never captured, so it always leaves; Ctrl+] and Ctrl+[ indent.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { complete } from './complete.js'
import { language } from './languages.js'
import { go, problems, show } from './problems.js'
import { theme } from './theme.js'

const views = new Map() // textarea → EditorView

// named is the element that an attribute of the textarea names, if the page has it.
const named = (area, attribute) => document.getElementById(area.dataset[attribute] ?? '')

// json reads a JSON script of the page. One that does not parse is told on the console and counts as absent: the editor comes all
// the same.
function json(element) {
  if (!element) return undefined
  try {
    return JSON.parse(element.textContent)
  } catch (error) {
    console.error(`editor: #${element.id} is no JSON:`, error.message)
  }
}

function base(area) {
  const element = named(area, 'baseRef')
  if (!element) return undefined
  const text = element.matches('script') ? json(element) : (element.content ?? element).textContent
  return typeof text === 'string' ? text.replaceAll('\r\n', '\n') : undefined
}

const problemList = area => (area.dataset.problemsRef ? named(area, 'problemsRef') : area.form?.querySelector('[data-problems]'))

function save(area) {
  const button = area.form?.querySelector('[data-save]') ?? area.form?.querySelector('button:not([type]), [type=submit]')
  if (button) area.form.requestSubmit(button)
  return true
}

// attributes carries the textarea's name and descriptions over to what stands in for it.
function attributes(area) {
  const wanted = { tabindex: '0', 'aria-label': area.getAttribute('aria-label') ?? area.labels[0]?.textContent.trim() ?? area.name }
  for (const name of ['aria-describedby', 'aria-invalid', 'lang', 'accesskey'])
    if (area.hasAttribute(name)) wanted[name] = area.getAttribute(name)
  if (area.required) wanted['aria-required'] = 'true'
  return wanted
}

function extensions(area) {
  const original = base(area)
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.content
  const fixed = area.readOnly || area.disabled
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    EditorState.phrases.of(json(named(area, 'wordsRef')) ?? {}),
    lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(), highlightSelectionMatches(),
    drawSelection(), history(), indentOnInput(), bracketMatching(), closeBrackets(), search({ top: true }),
    EditorState.allowMultipleSelections.of(true),
    language(area.dataset.editor), problems, theme(area.dataset.editor),
    autocompletion({ override: [complete(json(named(area, 'completeRef')) ?? [])], icons: false }),
    original === undefined ? [] : unifiedMergeView({ original, mergeControls: false, gutter: true, syntaxHighlightDeletions: true }),
    keymap.of([
      { key: 'Mod-s', run: () => save(area), preventDefault: true },
      ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap,
    ]),
    fixed ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
    EditorView.contentAttributes.of(attributes(area)),
    EditorView.updateListener.of(update => {
      if (!update.docChanged) return
      area.value = update.state.doc.toString()
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }),
  ]
}

// enhance puts an editor in the place of one textarea.
function enhance(area) {
  const view = new EditorView({ doc: area.value, extensions: extensions(area) })
  views.set(area, view)
  area.after(view.dom)
  area.hidden = true
  area.required = false // a hidden field that is required would stop the form without a word; the server asks
  for (const label of area.labels) label.addEventListener('click', () => view.focus())
  show(view, problemList(area))

  // A form that is reset, or filled again by the browser on the way back, changes the textarea behind the editor.
  const follow = () => {
    if (area.value !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: area.value } })
  }
  area.form?.addEventListener('reset', () => setTimeout(follow))
  addEventListener('pageshow', follow)
}

// refresh brings the editors up to what the page holds: at the start, and after a part of it was swapped.
function refresh() {
  for (const [area, view] of views)
    if (area.isConnected) show(view, problemList(area))
    else { view.destroy(); views.delete(area) }
  for (const area of document.querySelectorAll('textarea[data-editor]')) if (!views.has(area)) enhance(area)
}

document.addEventListener('click', event => {
  const item = event.target.closest?.('[data-problems] a')?.closest('[data-line]')
  if (!item) return
  for (const [area, view] of views)
    if (problemList(area)?.contains(item)) {
      event.preventDefault()
      return go(view, item)
    }
})
document.addEventListener('htmx:after:swap', refresh)
refresh()
