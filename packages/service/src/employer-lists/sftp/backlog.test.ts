import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { EventEmitter } from "node:events"
import type { SFTPWrapper } from "ssh2"
import { accountSpace } from "@embedded-super/sftp-inbox/AccountSpace"
import { foldersOf } from "@embedded-super/sftp-inbox/folders"
import { SftpLimits } from "@embedded-super/sftp-inbox/SftpSettings"
import { sftpSession } from "@embedded-super/sftp-inbox/SftpSession"

/**
 * A session whose client asks 1,000 times. Returns the number of requests after which the server hung up, if it did.
 */
const hangUpAfter = (isSent: boolean, run: (request: Effect.Effect<void>) => void): number | undefined => {
  const folders = foldersOf("/nowhere", "fund")
  const space = accountSpace(folders, Context.get(Context.empty(), SftpLimits))
  const session = sftpSession({
    slug: "fund",
    folders,
    pattern: undefined,
    space,
    writing: new Set(),
    changed: () => {}
  })
  const sftp = Object.assign(new EventEmitter(), { name: () => isSent })
  let hungUp: number | undefined
  let nth = 0
  session.serve(sftp as unknown as SFTPWrapper, run, () => {
    hungUp ??= nth
  })
  for (nth = 1; nth <= 1000; nth += 1) sftp.emit("REALPATH", nth, "/inbox")
  return hungUp
}

const atOnce = (request: Effect.Effect<void>) => void Effect.runSync(request)

describe("a session that asks a thousand times", () => {
  it("goes on while its client takes the answers", () => assert.isUndefined(hangUpAfter(true, atOnce)))
  it("ends when its client takes none of the answers", () =>
    assert.strictEqual(hangUpAfter(false, atOnce), 513))
  it("ends when it doesn't wait for any answer", () =>
    assert.strictEqual(
      hangUpAfter(true, () => {}),
      513
    ))
})
