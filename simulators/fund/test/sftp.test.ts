/** Files by SFTP: those that are wrong on purpose, and a server that goes away: what waits for its answer ends, with a sentence. */
import { assert, describe, it } from "@effect/vitest"
import type { SftpAccountSetting } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { once } from "node:events"
import { createServer, type AddressInfo, type Socket } from "node:net"
import ssh2 from "ssh2"
import { newKeyPair } from "../../../packages/rules/src/sftp/SftpSettings.ts"
import { openSftp } from "../src/sftp/SftpFiles.ts"
import { employerFileName, withFault } from "../src/sftp/csvFiles.ts"

const keys = () => newKeyPair("test")

/** Ends each connection at the first request, without an answer. */
const departing = Effect.gen(function* () {
  const { private: hostKey, public: publicKey } = keys()
  const server = yield* Effect.acquireRelease(
    Effect.callback<InstanceType<typeof ssh2.Server>>((resume) => {
      const made = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
        connection.on("error", () => {})
        connection.on("authentication", (asked) => asked.accept())
        connection.on("session", (accept) => {
          accept().on("sftp", (acceptSftp) => {
            const sftp = acceptSftp()
            sftp.on("OPEN", () => connection.end())
          })
        })
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.sync(() => void made.close())
  )
  const { port } = server.address() as AddressInfo
  return { port, host_key: publicKey.trim() }
})

const accountAt = ({ host_key, port }: { readonly host_key: string; readonly port: number }) =>
  ({ host: "127.0.0.1", port, user: "banksia", host_key }) as SftpAccountSetting

describe("the simulator's connection to an SFTP server", () => {
  it.live("that ends it in the middle of an upload: the upload fails", () =>
    Effect.gen(function* () {
      const files = yield* openSftp(accountAt(yield* departing), keys().private)
      const { sentence } = yield* Effect.flip(files.put("/inbox/employers.csv", "abn\n"))
      assert.match(sentence, /ended the connection before it could store/)
      const later = yield* Effect.flip(files.list("/inbox"))
      assert.match(later.sentence, /ended the connection/)
    }).pipe(Effect.scoped)
  )

  it.live("that never says a word can be given up", () =>
    Effect.gen(function* () {
      const connected = Promise.withResolvers<Socket>()
      const silent = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const made = createServer((socket) => connected.resolve(socket.on("error", () => {})))
          made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
        }),
        (made) => Effect.sync(() => void made.close())
      )
      const { port } = silent.address() as AddressInfo
      const opened = openSftp(accountAt({ port, host_key: "SHA256:x" }), keys().private).pipe(Effect.scoped)
      const opening = yield* Effect.forkChild(opened)
      const socket = yield* Effect.promise(() => connected.promise)
      const closed = once(socket.resume(), "close")
      yield* Fiber.interrupt(opening)
      yield* Effect.promise(() => closed)
    }).pipe(Effect.scoped)
  )
})

/** Files of employers that are wrong on purpose. */
const text = "abn,employer_number\n80000000001,EMP-1\n"
const now = "2026-11-21T03:14:15.926Z"

describe("an employer file", () => {
  it("is right without a fault, and named after its time", () => {
    assert.strictEqual(withFault(text, undefined), text)
    assert.strictEqual(employerFileName(now), "employers_20261121031415.csv")
  })

  it("has a name of its own, however soon it follows another one", () => {
    const inbox = ["employers_20261121031415.csv", "employers_20261121031416.csv.refused.json"]
    assert.strictEqual(employerFileName(now, inbox), "employers_20261121031417.csv")
  })

  it("lacks the header with no_header", () => {
    assert.strictEqual(withFault(text, "no_header"), "80000000001,EMP-1\n")
  })

  it("has an ABN with a wrong checksum and a row with a column too few with bad_rows", () => {
    const added = withFault(text, "bad_rows").slice(text.length)
    assert.strictEqual(added, "51824753557,\n51824753557\n")
    const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
    const digits = [..."51824753557"].map((digit, index) => Number(digit) - (index === 0 ? 1 : 0))
    assert.notStrictEqual(digits.reduce((sum, digit, index) => sum + digit * weights[index]!, 0) % 89, 0)
  })
})
