import { ValidationFailed } from "@embedded-super/contracts/problems"
import type { NotRestored } from "./restored.ts"

/** The refusal of an edited body that can't be sent. Its places are inside the text that `sendAgain` got as its `body`. */
export const notRestored = (findings: ReadonlyArray<NotRestored>): ValidationFailed =>
  new ValidationFailed({
    code: "validation_failed",
    detail: `${findings.length} ${findings.length === 1 ? "place" : "places"} of the edited body can't be sent.`,
    errors: findings.slice(0, 100).map(({ code, detail, pointer }) => ({
      in: "body" as const,
      pointer: "#/body",
      code,
      detail: `${pointer}: ${detail}`
    }))
  })
