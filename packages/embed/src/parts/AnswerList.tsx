import type { ComponentChildren } from "preact"
import { useWords } from "../frame/context.ts"

/** One answer of a review; `text` is undefined if it wasn't given. */
export interface ShownAnswer {
  readonly label: string
  readonly text: ComponentChildren
}

/** The answers of one step, and the way to change them. */
export const AnswerList = ({
  id,
  title,
  answers,
  onChange
}: {
  readonly id: string
  readonly title: string
  readonly answers: ReadonlyArray<ShownAnswer>
  readonly onChange: () => void
}) => {
  const { common } = useWords()
  return (
    <section aria-labelledby={`answers-${id}`}>
      <div class="row">
        <h2 id={`answers-${id}`}>{title}</h2>
        <button type="button" class="link" onClick={onChange}>
          {common.change}
          <span class="visually-hidden"> {title}</span>
        </button>
      </div>
      <dl class="sum">
        {answers.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
