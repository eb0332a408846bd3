import { useState } from "preact/hooks"
import { useEmbed, useWords } from "../frame/context.ts"
import type { EmployeeView } from "./screens.ts"

/** Saves a file that was fetched, as a link to it would. */
const download = (file: Blob, name: string) => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The last buttons: the super choice form, once it is made, and Done, which ends the embed on this page. */
export const LastButtons = ({ view }: { readonly view: EmployeeView }) => {
  const { common, employee } = useWords()
  const words = employee.done
  const embed = useEmbed<EmployeeView>()
  const [saved, setSaved] = useState<"yes" | "no">()
  const save = async () => {
    const form = await embed.read<Blob>((api) =>
      api.GET("/embed-api/v1/onboarding/choice-form", { parseAs: "blob" })
    )
    if (form !== undefined) download(form, "super-choice-form.pdf")
    setSaved(form === undefined ? "no" : "yes")
  }
  return (
    <>
      <div class="actions">
        {view.choice_form_is_available && (
          <button type="button" onClick={save}>
            {words.form}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void embed.end()}>
          {common.done}
        </button>
      </div>
      <p role="status">{saved === "yes" ? words.formSaved : saved === "no" ? words.formFailed : null}</p>
    </>
  )
}
