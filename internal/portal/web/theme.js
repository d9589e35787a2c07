// The editor in the dress of portal.css: its colours are the page's custom properties, so high contrast needs nothing here.
// The rules stand here because CodeMirror's own, which they change, are in no layer and so would win over the style sheet's.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags as t } from '@lezer/highlight'

const field = { font: 'inherit', color: 'var(--ink)', background: 'var(--surface)', border: '2px solid var(--edge)', borderRadius: 'var(--r)', minHeight: '2.25rem', margin: '0' }
const wave = colour => ({ backgroundImage: 'none', textDecoration: `underline wavy ${colour} 2px`, textUnderlineOffset: '.2em' })

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', border: '2px solid var(--edge)', borderRadius: 'var(--r)', fontSize: '.9375rem' },
  '&.cm-focused': { outline: '3px solid var(--link)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', minHeight: '12rem', maxHeight: '34rem' },
  '.cm-content': { caretColor: 'var(--ink)', tabSize: '4' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--mark)' },
  '.cm-activeLine': { backgroundColor: 'transparent', boxShadow: 'inset 0 -1px var(--line), inset 0 1px var(--line)' },
  '.cm-gutters': { background: 'var(--wash)', color: 'var(--ink-2)', borderRight: '1px solid var(--line)' },
  '.cm-activeLineGutter': { background: 'transparent', color: 'var(--ink)', fontWeight: '650' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--edge)' },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', outline: '2px solid var(--deny)' },
  // Change marks: words carry a line, through them or under them; a tint alone would be colour alone.
  '.cm-deletedChunk': { backgroundColor: 'var(--deny-bg)' },
  '& .cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through', textDecorationThickness: '2px' },
  '.cm-deletedLine::before': { content: '"−"', float: 'left', width: '1ch', marginLeft: '-1.25ch', color: 'var(--deny)', fontWeight: '700' },
  '.cm-deletedChunk:not(:empty)': { paddingLeft: '2ch' },
  '.cm-inlineChangedLine, &.cm-merge-b .cm-changedLine, .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--allow-bg)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline', textDecorationColor: 'var(--allow)', textDecorationThickness: '2px', textUnderlineOffset: '.2em' },
  '.cm-changeGutter': { width: '6px' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--allow)' },
  '& .cm-deletedLineGutter': { background: 'var(--deny)' },
  // Problems, and the answers of search.
  '.cm-lintRange-error': wave('var(--deny)'), '.cm-lintRange-warning': wave('var(--wait)'), '.cm-lintRange-info, .cm-lintRange-hint': wave('var(--edge)'),
  '.cm-lintPoint:after': { borderBottomColor: 'var(--deny)' }, '.cm-lintPoint-warning:after': { borderBottomColor: 'var(--wait)' },
  '.cm-lint-marker': { content: 'normal', width: 'auto', height: 'auto', lineHeight: '1', textAlign: 'center' },
  '.cm-lint-marker-error::before': { content: '"●"', color: 'var(--deny)' }, '.cm-lint-marker-warning::before': { content: '"▲"', color: 'var(--wait)' }, '.cm-lint-marker-info::before': { content: '"■"', color: 'var(--edge)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--deny)' }, '.cm-diagnostic-warning': { borderLeftColor: 'var(--wait)' },
  '.cm-tooltip': { color: 'var(--ink)', background: 'var(--surface)', border: '2px solid var(--edge)', borderRadius: 'var(--r)', font: '400 1rem/1.45 var(--sans)', maxWidth: '34rem' },
  '.cm-diagnostic': { padding: '.375rem .75rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '.9375rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '.25rem .5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--link)', color: 'var(--surface)' },
  '.cm-completionMatchedText': { fontWeight: '700' },
  '.cm-completionDetail': { fontFamily: 'var(--sans)', fontStyle: 'normal' },
  '.cm-searchMatch': { backgroundColor: 'var(--wait-bg)', outline: '1px solid var(--wait)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--mark)', outline: '2px solid var(--link)' },
  '.cm-selectionMatch': { backgroundColor: 'transparent', outline: '1px dotted var(--edge)' },
  '.cm-panels': { color: 'var(--ink)', background: 'var(--wash)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-dialog': { padding: '.5rem 2.5rem .5rem .5rem', font: '400 1rem/1.4 var(--sans)', display: 'flex', flexWrap: 'wrap', gap: '.5rem', alignItems: 'center' },
  '.cm-panel br': { display: 'block', flexBasis: '100%', height: '0', content: '""' },
  '.cm-panel.cm-search label': { fontSize: '1rem', margin: '0', display: 'inline-flex', alignItems: 'center', gap: '.375rem', fontWeight: '400' },
  '.cm-panel .cm-textfield': { ...field, padding: '.125rem .5rem', fontSize: '1rem' },
  '.cm-panel .cm-button': { ...field, color: 'var(--link)', borderColor: 'var(--link)', padding: '.125rem .75rem', fontWeight: '600', cursor: 'pointer', fontSize: '1rem' },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-dialog .cm-dialog-close': { font: '700 1.25rem/1 var(--sans)', color: 'var(--ink)', width: '2rem', height: '2rem', top: '.5rem', right: '.25rem', cursor: 'pointer' },
})

const words = HighlightStyle.define([
  { tag: t.comment, color: 'var(--ink-2)' },
  { tag: [t.keyword, t.meta], color: 'var(--split)', fontWeight: '600' },
  { tag: [t.string, t.special(t.string)], color: 'var(--allow)' },
  { tag: [t.number, t.atom, t.bool, t.null], color: 'var(--deny)' },
  { tag: [t.standard(t.name), t.propertyName, t.definition(t.propertyName), t.function(t.variableName)], color: 'var(--link)' },
])

const prose = EditorView.theme({ '.cm-scroller': { fontFamily: 'var(--serif)', fontSize: '1.0625rem', lineHeight: '1.6' } })

// theme gives the look, dark where the page is; text, which is the law's, stands in its serif.
export function theme(name) {
  return [name === 'text' ? prose : [], look, syntaxHighlighting(words), EditorView.darkTheme.of(document.documentElement.dataset.contrast === 'high')]
}
