import { plainText } from "@embedded-super/contracts/pasted"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { useEmbed } from "../frame/context.ts"
import { type DraftStep, textAt, typedAt } from "../frame/drafts.ts"
import type { Typed } from "../frame/saveQueue.ts"

/** The draft of a form. */
export interface FormDraft {
  readonly step: DraftStep
  /** The step's draft in the view. */
  readonly values: object | undefined
  /** The pointer of the step in what the form saves; by default all of it. */
  readonly at?: string
  /** The part of the draft that an input adds, where that isn't its text at the pointer in its name; undefined where it is. */
  readonly typedBy?: (name: string, texts: ReadonlyMap<string, string>) => Typed | undefined
}

const textsOf = (form: HTMLFormElement): ReadonlyMap<string, string> =>
  new Map(
    [...new FormData(form)].flatMap(([name, text]) =>
      typeof text === "string" ? [[name, plainText(text)]] : []
    )
  )

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement

/**
 * Whether an element fires `change` right after each `input`. Then only `change` counts: a render between the two would give
 * a box that the state controls its old value back, and its own handler would read that.
 */
const firesBoth = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type))

/** Gives an input the answer that it was rendered with last, whatever was typed into it. */
const reset = (element: Element): void => {
  if (element instanceof HTMLSelectElement) {
    const value = [...element.options].find((option) => option.defaultSelected)?.value ?? ""
    if (element.value === value) return
    element.value = value
  } else if (element instanceof HTMLInputElement && element.type === "radio") {
    if (element.checked === element.defaultChecked) return
    element.checked = element.defaultChecked
  } else {
    if (element instanceof HTMLInputElement && element.type !== "checkbox")
      element.value = element.defaultValue
    return
  }
  // A screen may show more fields for this answer.
  element.dispatchEvent(new Event("change"))
}

/**
 * Keeps the text that is typed into a form. An input with `data-no-draft`, or in an element with it, isn't read; nor is one
 * outside of `at`.
 */
export const useDraft = (draft: FormDraft | undefined) => {
  const embed = useEmbed()
  const step = draft?.step
  const at = draft?.at ?? ""
  const queue = useMemo(() => (step === undefined ? undefined : embed.queueOf(step)), [embed, step])
  const isSaving = useRef(false)

  useEffect(() => {
    if (queue === undefined) return
    embed.take({ is: "filling", step })
    return () => {
      embed.take({ is: "filling", step: undefined })
      queue.take({ is: "left" })
    }
  }, [queue])

  /** The part of the draft that an input adds, by pointers into the draft; undefined if the input isn't read. */
  const typedBy = (target: EventTarget | null): Typed | undefined => {
    if (queue === undefined || !isField(target)) return undefined
    const { form, name } = target
    if (form === null || !name.startsWith(`${at}/`) || target.closest("[data-no-draft]") !== null)
      return undefined
    const texts = textsOf(form)
    const typed = Object.entries(draft?.typedBy?.(name, texts) ?? typedAt(texts, name))
    return Object.fromEntries(typed.map(([pointer, text]) => [pointer.slice(at.length), text]))
  }

  const typed = (target: EventTarget | null): void => {
    embed.take({ is: "typed" })
    const fields = typedBy(target)
    if (fields !== undefined) queue?.take({ is: "typed", fields })
  }

  return {
    draftAt: (pointer: string) =>
      pointer.startsWith(at) ? textAt(draft?.values, pointer.slice(at.length)) : undefined,

    onInput: ({ target }: Event) => {
      if (!firesBoth(target)) typed(target)
    },

    onChange: ({ target }: Event) => {
      if (firesBoth(target)) typed(target)
    },

    /** Shows the view's answers in a form, except in fields that were typed into here and aren't saved yet. */
    showNewest: (form: HTMLFormElement) => {
      const own = queue?.unsaved() ?? {}
      for (const element of form.elements) {
        const fields = Object.keys(typedBy(element) ?? {})
        if (fields.length > 0 && !fields.some((field) => field in own)) reset(element)
      }
    },

    // The button's save includes every field, so it needn't wait for a draft of the one that was left.
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit") return
      queue?.take({ is: "left" })
    },

    /** Saves the step, with the queue held. `save` resolves to a truthy value if it was saved. */
    saving: async (save: () => Promise<unknown>): Promise<void> => {
      if (queue === undefined) return void (await save())
      if (isSaving.current) return
      isSaving.current = true
      if (await queue.hold()) queue.release(Boolean(await save()))
      isSaving.current = false
    }
  }
}
