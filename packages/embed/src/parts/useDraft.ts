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
  /** What an input adds to the draft, where that isn't its text at the pointer in its name; undefined where it is. */
  readonly typedBy?: (name: string, texts: ReadonlyMap<string, string>) => Typed | undefined
}

const textsOf = (form: HTMLFormElement): ReadonlyMap<string, string> =>
  new Map([...new FormData(form)].flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])))

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement

/**
 * Keeps what is typed into a form. An input with `data-no-draft`, or in an element with it, isn't read; nor is one outside
 * of `at`.
 */
export const useDraft = (draft: FormDraft | undefined) => {
  const embed = useEmbed()
  const step = draft?.step
  const at = draft?.at ?? ""
  const queue = useMemo(() => (step === undefined ? undefined : embed.queueOf(step)), [embed, step])
  const isSaving = useRef(false)

  useEffect(() => {
    if (queue === undefined) return
    const online = () => queue.take({ is: "online" })
    const left = () => queue.take({ is: "left" })
    const hidden = () => document.visibilityState === "hidden" && left()
    addEventListener("online", online)
    document.addEventListener("visibilitychange", hidden)
    return () => {
      removeEventListener("online", online)
      document.removeEventListener("visibilitychange", hidden)
      left()
    }
  }, [queue])

  return {
    draftAt: (pointer: string) =>
      pointer.startsWith(at) ? textAt(draft?.values, pointer.slice(at.length)) : undefined,

    onInput: ({ target }: Event) => {
      if (queue === undefined || !isField(target)) return
      const { form, name } = target
      if (form === null || !name.startsWith(`${at}/`) || target.closest("[data-no-draft]") !== null) return
      const texts = textsOf(form)
      const typed = Object.entries(draft?.typedBy?.(name, texts) ?? typedAt(texts, name))
      const fields = Object.fromEntries(typed.map(([pointer, text]) => [pointer.slice(at.length), text]))
      queue.take({ is: "typed", fields })
    },

    // The button's save includes every field, so it needn't wait for a draft of the one that was left.
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit") return
      queue?.take({ is: "left" })
    },

    /** Saves the step, with the queue held. `save` returns what is true if it was saved. */
    saving: async (save: () => Promise<unknown>): Promise<void> => {
      if (queue === undefined) return void (await save())
      if (isSaving.current) return
      isSaving.current = true
      if (await queue.hold()) queue.release(Boolean(await save()))
      isSaving.current = false
    }
  }
}
