import * as Data from "effect/Data"
import { CannotOpen } from "./envelope.ts"

/** A sealed document was opened, and has a form that this process doesn't know. The message contains nothing of it. */
export class AnotherForm extends Data.TaggedError("AnotherForm")<{ readonly message: string }> {}

/** Whether a defect says that a stored value can't be opened or decoded by this process; another may be able to. */
export const isUnreadable = (defect: unknown): boolean =>
  defect instanceof CannotOpen || defect instanceof AnotherForm
