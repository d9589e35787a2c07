// The languages of the editor, by the value of data-editor. They colour; what is right or wrong the server says.
import { StreamLanguage, indentUnit } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { simpleMode } from '@codemirror/legacy-modes/mode/simple-mode'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'
import { tags } from '@lezer/highlight'

// simpleMode turns the dots of a token's name into spaces, so a call has a name of its own, given its tag in tokenTable.
const tokenTable = { call: tags.function(tags.variableName), key: tags.propertyName }

const string = { regex: /\$?"(?:[^"\\]|\\.)*"?/, token: 'string' }
const number = { regex: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/, token: 'number' }

const rego = {
  ...simpleMode({
    start: [
      { regex: /#.*/, token: 'comment' },
      string,
      { regex: /`/, token: 'string', next: 'raw' },
      { regex: /(?:package|import|as|default|else|if|contains|every|some|in|not|with)\b/, token: 'keyword' },
      { regex: /(?:true|false|null)\b/, token: 'atom' },
      { regex: /(?:input|data)\b/, token: 'builtin' },
      { regex: /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?=\()/, token: 'call' },
      { regex: /\.[A-Za-z_]\w*/, token: null }, // a step of a reference is no keyword, whatever its name
      { regex: /[A-Za-z_]\w*/, token: 'variableName' },
      number,
      { regex: /:=|==|!=|<=|>=|[<>=+*/%&|-]/, token: 'operator' },
      { regex: /[{[(]/, indent: true },
      { regex: /[}\])]/, dedent: true },
    ],
    raw: [
      { regex: /[^`]*`/, token: 'string', next: 'start' },
      { regex: /[^`]+/, token: 'string' },
    ],
    languageData: { name: 'rego', commentTokens: { line: '#' }, dontIndentStates: ['raw'], indentOnInput: /^\s*[}\])]$/ },
  }),
  tokenTable,
}

const json = {
  ...simpleMode({
    start: [
      { regex: /"(?:[^"\\]|\\.)*"(?=\s*:)/, token: 'key' },
      string,
      number,
      { regex: /(?:true|false|null)\b/, token: 'atom' },
      { regex: /[{[]/, indent: true },
      { regex: /[}\]]/, dedent: true },
    ],
    languageData: { name: 'json', indentOnInput: /^\s*[}\]]$/ },
  }),
  tokenTable,
}

// language gives the extensions of one language; text is prose and wraps. An unknown name is edited as text.
export function language(name) {
  switch (name) {
    case 'rego': return [StreamLanguage.define(rego), indentUnit.of('\t')]
    case 'json': return [StreamLanguage.define(json), indentUnit.of('  ')]
    case 'yaml': return [StreamLanguage.define({ ...yaml, tokenTable: { atom: tags.propertyName } }), indentUnit.of('  '), EditorView.lineWrapping]
    default: return EditorView.lineWrapping
  }
}
