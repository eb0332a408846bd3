import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { EventEmitter } from "node:events"
import ssh2, { type SFTPWrapper } from "ssh2"
import { accountSpace } from "./AccountSpace.ts"
import { foldersOf } from "./folders.ts"
import { serveSftp } from "./SftpSession.ts"
import { SftpLimits, newKeyPair, readPublicKey } from "./SftpSettings.ts"

/** A session whose client has asked, and reads no answer until its window opens or the connection has sent what waits. */
const aSession = Effect.fnUntraced(function* (window: number, backlog: number) {
  const limits = yield* SftpLimits
  const context = yield* Effect.context<never>()
  const folders = foldersOf("/nowhere", "banksia")
  const outgoing = { state: "open", window }
  const answers: Array<number> = []
  const name = (id: number) => void answers.push(id)
  const sftp = Object.assign(new EventEmitter(), { outgoing, name })
  const seen = { hangUps: 0, backlog }
  const account = {
    slug: "banksia",
    folders,
    pattern: undefined,
    space: accountSpace(folders, limits),
    writing: new Set<string>(),
    changed: () => {}
  }
  serveSftp(account, sftp as unknown as SFTPWrapper, {
    run: (work) => void Effect.runForkWith(context)(work),
    hold: () => {},
    release: () => {},
    hangUp: () => {
      seen.hangUps += 1
      outgoing.state = "closed"
    },
    backlog: () => seen.backlog
  })
  sftp.emit("REALPATH", 1, "/")
  assert.deepStrictEqual(answers, [1])
  yield* Effect.yieldNow
  return { outgoing, seen }
})

const MIB = 1024 * 1024

for (const [kind, window, backlog] of [
  ["its window is shut", 0, 0],
  ["its connection sends nothing", MIB, MIB]
] as const) {
  it.effect(`hangs up on a client that reads no answer for five minutes: ${kind}`, () =>
    Effect.gen(function* () {
      const { seen } = yield* aSession(window, backlog)
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(seen.hangUps, 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(seen.hangUps, 1)
    })
  )

  it.effect(`keeps a client that reads within five minutes: ${kind}`, () =>
    Effect.gen(function* () {
      const { outgoing, seen } = yield* aSession(window, backlog)
      yield* TestClock.adjust("299 seconds")
      outgoing.window = MIB
      seen.backlog = 0
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(seen.hangUps, 0)
    })
  )
}

it("every new key pair can be read again: one in 256 that the library makes can't", () => {
  for (let nth = 0; nth < 2000; nth += 1) {
    const pair = newKeyPair("test")
    assert.notInstanceOf(ssh2.utils.parseKey(pair.private), Error)
    assert.isDefined(readPublicKey(pair.public))
  }
})
