import { plainText } from "@embedded-super/contracts/pasted"
import type { ComponentChildren } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { useEmbed, useStateOf, useWords } from "../frame/context.ts"
import type { FieldError } from "../frame/outcome.ts"
import { ErrorSummary } from "./ErrorSummary.tsx"
import { fieldsOf, FormProvider, type TextAt, type Rules } from "./form.ts"
import { type FormDraft, useDraft } from "./useDraft.ts"

const textsOf = (form: HTMLFormElement): TextAt => {
  const data = new FormData(form)
  return (pointer) => {
    const value = data.get(pointer)
    const text = typeof value === "string" ? plainText(value) : ""
    return text === "" ? undefined : text
  }
}

/** The first mistake of each field, in the order of the form. */
const inOrder = (form: HTMLFormElement, mistakes: ReadonlyArray<FieldError>): ReadonlyArray<FieldError> => {
  const fields = fieldsOf(form)
  const first = mistakes.filter(
    ({ pointer }, index) => mistakes.findIndex((one) => one.pointer === pointer) === index
  )
  return first.toSorted((one, other) => fields.indexOf(one.pointer) - fields.indexOf(other.pointer))
}

/**
 * A form of the embed API: checks its fields by the rules of the spec, sends, and shows the mistakes in a summary and beside each
 * field. `operation` chooses the sentences. Its inputs keep the typed text; nothing is copied into state.
 */
export const Form = ({
  operation,
  rules,
  check,
  onSubmit,
  submit,
  nameOf = (pointer) => pointer,
  placeOf,
  children,
  beside,
  draft
}: {
  readonly operation: string
  /** The rules of the operation's fields; those that the form asks for are checked before it is sent. */
  readonly rules?: Rules
  /** Finds mistakes that the rules can't express, before a call. */
  readonly check?: (text: TextAt) => ReadonlyArray<FieldError>
  /** Resolves to a truthy value if the answers were saved. */
  readonly onSubmit: (text: TextAt) => Promise<unknown>
  /** The name of the input that a pointer of the service means, where they differ. */
  readonly nameOf?: (pointer: string) => string
  /** The screen that asks for an answer which this form only shows, by the name of its mistake. */
  readonly placeOf?: (name: string) => string | undefined
  /** The text of the one primary button. */
  readonly submit: string
  readonly children: ComponentChildren
  /** Other buttons, after the primary one. */
  readonly beside?: ComponentChildren
  /** The draft that keeps the typed text, and that the fields start from. */
  readonly draft?: FormDraft
}) => {
  const words = useWords()
  const embed = useEmbed()
  const { banner, errors, isSaving } = useStateOf(embed)
  const found = useRef<ReadonlyArray<FieldError>>([])
  const form = useRef<HTMLFormElement>(null)
  const isQuiet = useRef(false)
  const { draftAt, onChange, saving, showNewest, ...typing } = useDraft(draft)
  const sentences = useMemo(
    () =>
      new Map(
        errors.map(({ code, pointer }) => {
          const name = nameOf(pointer.replace(/^#/, ""))
          return [name, words.errors.sentence(operation, name, code)]
        })
      ),
    [errors, operation, words]
  )
  /** A question that was left open is answered: its mistake goes, and the focus stays where the person is. */
  const answered = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches("[type=radio],[type=checkbox],select")) return
    const at = target.getAttribute("name")
    const left = errors.filter(
      ({ code, pointer }) => code !== "required" || nameOf(pointer.replace(/^#/, "")) !== at
    )
    if (left.length === errors.length) return
    isQuiet.current = true
    found.current = left
    embed.take({ is: "checked", errors: left })
  }
  const submitted = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSaving) return
    isQuiet.current = false
    const text = textsOf(form.current!)
    const mistakes = inOrder(form.current!, [
      ...(rules === undefined ? [] : rules(form.current!, text, nameOf)),
      ...(check?.(text) ?? [])
    ])
    found.current = mistakes
    embed.take({ is: "checked", errors: mistakes })
    if (mistakes.length === 0) void saving(() => onSubmit(text))
  }
  // A new view or screen makes the mistakes of the one before obsolete; the service's are for the next form, too.
  useEffect(
    () => () => {
      if (embed.state().errors === found.current) embed.take({ is: "checked", errors: [] })
    },
    [embed, operation]
  )
  // Text that was typed here before stays in an input, although another window has changed the answer.
  useEffect(() => {
    if (banner?.is === "changed") showNewest(form.current!)
  }, [banner])
  return (
    <form
      ref={form}
      onSubmit={submitted}
      {...typing}
      onChange={(event) => {
        onChange(event)
        answered(event)
      }}
      noValidate
    >
      <ErrorSummary sentences={sentences} form={form} placeOf={placeOf} isQuiet={isQuiet} />
      <FormProvider value={{ errorAt: (pointer) => sentences.get(pointer), draftAt }}>
        {children}
      </FormProvider>
      <div class="actions">
        <button type="submit" aria-disabled={isSaving}>
          {isSaving ? words.common.saving : submit}
        </button>
        {beside}
      </div>
    </form>
  )
}
