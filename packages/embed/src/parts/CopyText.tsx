import { useState } from "preact/hooks"
import { useWords } from "../frame/context.ts"

/** A text to enter elsewhere, with a button that copies it. Without access to the clipboard the text can be selected. */
export const CopyText = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { common } = useWords()
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false)
    )
  }
  return (
    <span class="row">
      <strong>{text}</strong>
      <button type="button" class="link" onClick={copy}>
        <span role="status">{isCopied ? common.copied : common.copy}</span>
        <span class="visually-hidden"> {label}</span>
      </button>
    </span>
  )
}
