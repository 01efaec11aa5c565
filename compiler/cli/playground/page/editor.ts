/** The editors of the page. A shadow root contains their style sheets, because the page allows no inline styles. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { SeverityLevel } from '#compiler/diagnostics.ts';
import type { ShownFinding, ShownPosition } from '../protocol.ts';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.moduleKeyword], color: 'var(--keyword)' },
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--string)' },
  { tag: tags.regexp, color: 'var(--regexp)' },
  { tag: [tags.variableName, tags.typeName], color: 'var(--variable)' },
  { tag: tags.special(tags.variableName), color: 'var(--property)' },
  { tag: tags.propertyName, color: 'var(--property)' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name)], color: 'var(--function)' },
  { tag: tags.attributeName, color: 'var(--attribute)' },
  { tag: [tags.number, tags.atom, tags.bool], color: 'var(--number)' },
  { tag: [tags.punctuation, tags.operator, tags.escape], color: 'var(--muted)' },
  { tag: tags.invalid, color: 'var(--error)', textDecoration: 'underline dotted' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--field)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--field)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', maxWidth: '36rem' },
  '.cm-textfield, .cm-button': {
    background: 'var(--field)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
});

export type EditorOptions = {
  /** The accessible name of the editor. */
  readonly label: string;
  readonly language: Extension;
  readonly readOnly?: boolean;
  readonly wraps?: boolean;
  readonly changed?: (text: string) => void;
  /** Called with the line of the cursor, from 1. */
  readonly moved?: (line: number) => void;
};

export type Editor = {
  /** Shows `text`. The editor stores the undo history of each `name`, as long as its text is the same. */
  readonly show: (name: string, text: string) => void;
  readonly setFindings: (findings: readonly ShownFinding[]) => void;
  readonly goTo: (position: ShownPosition) => void;
  readonly forget: (name: string) => void;
};

const SEVERITIES: Readonly<Record<SeverityLevel, Diagnostic['severity']>> = {
  error: 'error',
  warning: 'warning',
  notice: 'info',
};

export function createEditor(host: HTMLElement, options: EditorOptions): Editor {
  const extensions = extensionsOf(options);
  const states = new Map<string, EditorState>();
  const codeMirror = new EditorView({
    parent: host.attachShadow({ mode: 'open' }),
    root: host.shadowRoot ?? document,
    state: EditorState.create({ extensions }),
  });
  let shown = '';
  return {
    show: (name, text) => {
      if (shown !== name) states.set(shown, codeMirror.state);
      const known = states.get(name);
      const isSame = known?.doc.eq(docOf(text)) === true;
      shown = name;
      codeMirror.setState(isSame ? known : EditorState.create({ doc: text, extensions }));
    },
    setFindings: (findings) => {
      const diagnostics = findings.map((finding) => diagnosticOf(finding, codeMirror.state.doc));
      codeMirror.dispatch(setDiagnostics(codeMirror.state, diagnostics));
    },
    goTo: (position) => {
      const anchor = offsetOf(position, codeMirror.state.doc);
      codeMirror.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      codeMirror.focus();
    },
    forget: (name) => states.delete(name),
  };
}

function docOf(text: string): Text {
  return EditorState.create({ doc: text }).doc;
}

function extensionsOf({ label, language, readOnly, wraps, changed, moved }: EditorOptions) {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    syntaxHighlighting(colours),
    language,
    theme,
    ...(moved === undefined ? [] : [lintGutter()]),
    ...(wraps === true ? [EditorView.lineWrapping] : []),
    EditorState.readOnly.of(readOnly === true),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    // The Tab key leaves the editor, as it leaves every other field.
    keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed?.(update.state.doc.toString());
      if (update.selectionSet || update.docChanged) {
        moved?.(update.state.doc.lineAt(update.state.selection.main.head).number);
      }
    }),
  ];
}

function diagnosticOf(finding: ShownFinding, doc: Text): Diagnostic {
  const { from, to, severity, message, hint, notes, code } = finding;
  const start = offsetOf(from, doc);
  return {
    from: start,
    to: Math.max(start, offsetOf(to, doc)),
    severity: SEVERITIES[severity],
    source: code,
    message: [message, ...(hint === undefined ? [] : [hint]), ...notes].join('\n'),
  };
}

/** Returns the offset of a position, or the nearest one when the text has become shorter. */
function offsetOf({ line, column }: ShownPosition, doc: Text): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + column, to);
}
