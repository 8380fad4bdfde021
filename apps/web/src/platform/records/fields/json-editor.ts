import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { styleNonce } from "../../theme/style-nonce.ts";

/** Readable in both color schemes. The theme has no variables for green and orange. */
const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "light-dark(#1c5d99, #8ec5ff)" },
  { tag: tags.string, color: "light-dark(#1d6b35, #8fd6a0)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#9a4a00, #f2b57a)" },
]);

const look = EditorView.theme({
  "&": { fontSize: "13px", color: "var(--mantine-color-text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", maxHeight: "320px" },
  ".cm-content": { minHeight: "96px", caretColor: "var(--mantine-color-text)" },
  ".cm-gutters": {
    backgroundColor: "transparent",
    color: "var(--mantine-color-dimmed)",
    borderRight: "1px solid var(--mantine-color-default-border)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
});

interface JsonEditor {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The attributes of the element that has the focus: its name and its error for screen readers. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** An editor with line numbers and colors. The tab key leaves it, as it leaves every other field. */
export const openJsonEditor = (parent: HTMLElement, { value, onChange, attributes }: JsonEditor) =>
  new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        lineNumbers(),
        history(),
        bracketMatching(),
        highlightActiveLine(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        json(),
        syntaxHighlighting(colors),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-multiline": "true", ...attributes }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
        look,
      ],
    }),
  });
