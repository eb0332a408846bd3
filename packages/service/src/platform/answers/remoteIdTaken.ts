import { Conflict } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"

/** Refuses a remote_id that another entity of the same owner has; the refusal contains that entity's id. */
export const remoteIdTaken = (another: string, holder: string | undefined): Conflict =>
  new Conflict({
    code: "remote_id_taken",
    detail: `Another ${another} has this remote_id. See resource_id.`,
    ...(holder === undefined ? {} : { resource_id: holder as S.RequestId })
  })
