import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { useEmbed, useWords } from "../frame/context.ts"
import { bringIntoView } from "../frame/host.ts"

/** The field of a mistake: the input of that name, or the first of a group. */
const fieldAt = (form: HTMLFormElement | null, pointer: string): HTMLElement | undefined => {
  const named = [...(form?.elements ?? [])].find(
    (element) => element.getAttribute("name") === pointer || element.getAttribute("data-at") === pointer
  )
  return named as HTMLElement | undefined
}

/** The pointers of texts of the service, such as terms, that have changed: no answer is wrong. */
const OF_A_TEXT = /_versions?$/

/** All mistakes of a form, each a link to its field, or to the screen with it. It takes the focus when it appears. */
export const ErrorSummary = ({
  sentences,
  form,
  placeOf,
  isQuiet
}: {
  readonly sentences: ReadonlyMap<string, string>
  readonly form: RefObject<HTMLFormElement | null>
  readonly placeOf: ((pointer: string) => string | undefined) | undefined
  /** Whether the mistakes only became fewer, while the person corrects them. */
  readonly isQuiet: RefObject<boolean>
}) => {
  const { common } = useWords()
  const embed = useEmbed()
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentences.size === 0 || isQuiet.current === true) return
    summary.current?.focus({ preventScroll: true })
    bringIntoView(embed.host(), summary.current)
  }, [sentences])
  if (sentences.size === 0) return null
  const answers = [...sentences.keys()].filter(
    (pointer) => !OF_A_TEXT.test(pointer) || fieldAt(form.current, pointer) !== undefined
  ).length
  const focus = (pointer: string) => (event: MouseEvent) => {
    event.preventDefault()
    fieldAt(form.current, pointer)?.focus()
  }
  const linked = (pointer: string, sentence: string) => {
    if (fieldAt(form.current, pointer) !== undefined) {
      return (
        <a href="#app" onClick={focus(pointer)}>
          {sentence}
        </a>
      )
    }
    const place = placeOf?.(pointer)
    if (place === undefined) return sentence
    return (
      <button type="button" class="link" onClick={() => embed.go(place)}>
        {sentence}
      </button>
    )
  }
  return (
    <div class="notice bad" role="alert" tabIndex={-1} ref={summary}>
      {answers > 0 && <h2>{common.mistakes(answers)}</h2>}
      <ul class={answers === 0 ? "plain" : undefined}>
        {[...sentences].map(([pointer, sentence]) => (
          <li key={pointer}>{linked(pointer, sentence)}</li>
        ))}
      </ul>
    </div>
  )
}
