import { useRef, useState } from "preact/hooks"
import { useWords } from "../frame/context.ts"

/** A text to enter elsewhere, with a button that copies it. */
export const CopyText = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { common } = useWords()
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // A host's frame has no access to the clipboard: select the text, and copy the selection.
      getSelection()?.selectAllChildren(shown.current!)
      document.execCommand("copy")
    }
    setCopied(true)
  }
  return (
    <span class="row">
      <strong ref={shown}>{text}</strong>
      <button type="button" class="link" onClick={copy}>
        {isCopied ? common.copied : common.copy}
        <span class="visually-hidden"> {label}</span>
      </button>
      <span class="visually-hidden" role="status">
        {isCopied && common.copied}
      </span>
    </span>
  )
}
