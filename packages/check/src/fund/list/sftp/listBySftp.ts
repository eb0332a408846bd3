import type { FundCheckSftp, FundProfile } from "@embedded-super/contracts/schemas"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { judgeSupplied } from "../openList.ts"
import type { ListUnderTest } from "../ListUnderTest.ts"
import { awaitUpload } from "./awaitUpload.ts"
import { inboxOfRun } from "./inboxOfRun.ts"

/** Where the fund uploads its list during a run. */
export interface InboxAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  /** To be pinned: `ssh-ed25519 AAAA…`. */
  readonly hostKey: string
}

/** A file that is complete when it is quiet takes this much longer: 30 seconds, and a look at it. */
const UNTIL_QUIET = 35_000

/** The list under test from the fund's upload. The wait begins with the first check that wants the list. */
export const listBySftp = Effect.fnUntraced(function* (
  profile: FundProfile,
  settings: FundCheckSftp,
  salt: Redacted.Redacted | undefined,
  onInbox: (address: InboxAddress) => Effect.Effect<void>
) {
  const agreed = agreedList(profile)
  const inbox = yield* inboxOfRun(profile, settings)
  const { hostKey, port, user } = inbox
  yield* onInbox({ host: settings.host ?? "127.0.0.1", port, user, hostKey })
  const wait = (settings.wait_seconds ?? 20) * 1000 + (agreed?.complete_when === "quiet" ? UNTIL_QUIET : 0)
  const seen = yield* Effect.cached(
    awaitUpload(inbox, agreed, (file) => judgeSupplied(profile, salt, file), wait)
  )
  const list: ListUnderTest = {
    agreed,
    salt,
    source: "sftp",
    supplied: Effect.map(seen, ({ file }) => file),
    judged: Effect.map(seen, ({ judged }) => judged),
    upload: Effect.map(seen, ({ upload }) => upload)
  }
  return list
})
