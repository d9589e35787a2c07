// What the server found, told in the editor. The page's list stays where it is, under the editor: it is the record, for
// everybody; here each of its items is a mark in the line that it names.
import { forEachDiagnostic, lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorView, keymap } from '@codemirror/view'

const severities = ['error', 'warning', 'info', 'hint']

// span is the part of the document that an item names: data-line (from 1), data-column (from 1, in bytes of no more than that
// line) and data-end-column. An item that names no column means the line.
function span(doc, item) {
  const line = doc.line(Math.min(Math.max(Number(item.dataset.line) || 1, 1), doc.lines))
  const at = (column, otherwise) => (Number(column) > 0 ? Math.min(line.from + Number(column) - 1, line.to) : otherwise)
  const indent = line.text.length - line.text.trimStart().length
  const from = at(item.dataset.column, line.from + indent)
  return { from, to: Math.max(from, at(item.dataset.endColumn, line.to)) }
}

// show reads the list of problems into marks; an item without data-line speaks of the whole text, and stays in the list alone.
export function show(view, list) {
  const items = list ? [...list.querySelectorAll('[data-line]')] : []
  view.dispatch(setDiagnostics(view.state, items.map(item => ({
    ...span(view.state.doc, item),
    severity: severities.includes(item.dataset.severity) ? item.dataset.severity : 'error',
    message: item.dataset.message ?? item.textContent.trim().replace(/\s+/g, ' '),
  })).sort((a, b) => a.from - b.from)))
}

// go takes the cursor to what an item names.
export function go(view, item) {
  const { from, to } = span(view.state.doc, item)
  view.focus()
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
}

// said runs a step through the problems and has the one that is now selected read aloud: the tooltip that comes up is seen alone.
const said = step => view => {
  if (!step(view)) return false
  const { from, to } = view.state.selection.main
  forEachDiagnostic(view.state, (problem, start, end) => {
    if (start === from && end === to) view.dispatch({ effects: EditorView.announce.of(problem.message) })
  })
  return true
}

export const problems = [
  lintGutter(),
  keymap.of([{ key: 'F8', run: said(nextDiagnostic), shift: said(previousDiagnostic), preventDefault: true }]),
]
