import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import ssh2 from "ssh2"
import { type Command, type Message, type Request, START, type State, step } from "./sftpMachine.ts"

const { OPEN_MODE } = ssh2.utils.sftp
const bytes = (handle: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(handle)
  return buffer
}

const requested = (request: Request, id = 1): Message => ({ kind: "requested", id, request })
const opened = (file = 7, writes = true): Message => ({
  kind: "did",
  done: { kind: "opened", file, writes }
})
const SENT: Message = { kind: "sent", atOnce: true }
const END: Message = { kind: "end" }
const WRITE = OPEN_MODE.WRITE | OPEN_MODE.CREAT | OPEN_MODE.TRUNC

const text = (command: Command | undefined): string => {
  if (command?.kind === "disk") return command.request.kind
  if (command?.kind !== "answer") return command?.kind ?? "nothing"
  return command.answer.kind === "refused" ? command.answer.words : command.answer.kind
}

const after = (messages: ReadonlyArray<Message>, from: State = START) => {
  let state = from
  let commands: ReadonlyArray<Command> = []
  for (const message of messages) [state, commands] = step(state, message)
  return { state, commands }
}

const open = (path: string, flags = 1): Request => ({ kind: "open", path, flags })
const writeTo = (handle: number): Request => ({
  kind: "write",
  handle: bytes(handle),
  offset: 0,
  data: Buffer.alloc(1)
})
const readFrom = (handle: number): Request => ({ kind: "read", handle: bytes(handle), offset: 0, length: 1 })
const READ_FOLDER: Request = { kind: "read folder", handle: bytes(0) }
const CLOSE: Request = { kind: "close", handle: bytes(0) }
const AN_UPLOAD = [requested(open("/inbox/a.csv", WRITE)), opened(), SENT]
const A_READ = [requested(open("/inbox/a.csv")), opened(7, false), SENT]
const A_FOLDER = [requested({ kind: "open folder", path: "/" }), SENT]

/** The command that a request leads to, after these messages. */
const rows: ReadonlyArray<readonly [string, ReadonlyArray<Message>, Request, string]> = [
  ["a file is read", [], open("/outbox/a.csv"), "open to read"],
  ["a file is uploaded", [], open("/inbox/a.csv", WRITE), "open to write"],
  ["a file is made to be written only", [], open("/inbox/a.csv", OPEN_MODE.READ | 8), "Not allowed here"],
  ["nothing is written to the outbox", [], open("/outbox/a.csv", WRITE), "Not allowed here"],
  ["a result isn't forged", [], open("/inbox/a.csv.accepted.json", WRITE), "Not allowed here"],
  ["what can't be isn't there", [], open("/etc/passwd"), "No such file"],
  ["an upload is written", AN_UPLOAD, writeTo(0), "write"],
  ["a file that is read isn't written", A_READ, writeTo(0), "Not allowed here"],
  ["an unknown handle is refused", AN_UPLOAD, readFrom(1), "No such handle"],
  ["so is one of another length", AN_UPLOAD, { kind: "close", handle: Buffer.alloc(0) }, "No such handle"],
  ["a folder's handle reads no file", A_FOLDER, readFrom(0), "No such handle"],
  ["a file's handle lists no folder", AN_UPLOAD, READ_FOLDER, "No such handle"],
  ["a folder is listed", A_FOLDER, READ_FOLDER, "entries"],
  ["once", [...A_FOLDER, requested(READ_FOLDER), SENT], READ_FOLDER, "End of folder"],
  ["a closed handle is gone", [...A_FOLDER, requested(CLOSE), SENT], CLOSE, "No such handle"],
  ["a folder has attributes", [], { kind: "stat", path: "/inbox/test" }, "attributes"],
  ["attributes are set without effect", [], { kind: "set attributes" }, "done"],
  ["a file is cut by its path", [], { kind: "resize", path: "/inbox/a.csv", size: 1 }, "resize"],
  ["an open file is cut", AN_UPLOAD, { kind: "resize open", handle: bytes(0), size: 1 }, "resize open"],
  [
    "a file that is read isn't cut",
    A_READ,
    { kind: "resize open", handle: bytes(0), size: 1 },
    "Not allowed here"
  ],
  [
    "nothing in the outbox is cut",
    [],
    { kind: "resize", path: "/outbox/a.csv", size: 1 },
    "Not allowed here"
  ],
  [
    "no result is cut",
    [],
    { kind: "resize", path: "/inbox/a.csv.accepted.json", size: 1 },
    "Not allowed here"
  ],
  [
    "a rename that replaces says which one doesn't",
    [],
    { kind: "extension", name: "posix-rename@openssh.com" },
    "A rename that replaces a file isn't supported. Use SSH_FXP_RENAME, the plain rename"
  ],
  [
    "other extensions are refused in words",
    [],
    { kind: "extension", name: "statvfs@openssh.com" },
    "Extensions of SFTP version 3 aren't supported"
  ],
  ["no folder is made", [], { kind: "what no fund may do" }, "Not allowed here"],
  ["no long path is answered with itself", [], { kind: "real path", path: "x".repeat(1025) }, "No such file"],
  ["a path leads nowhere above the root", [], { kind: "real path", path: "/../../x" }, "entries"],
  [
    "32 handles are open at most",
    Array.from({ length: 32 }, () => A_FOLDER).flat(),
    { kind: "open folder", path: "/" },
    "Too many open files"
  ],
  [
    "files count among them",
    Array.from({ length: 32 }, () => A_FOLDER).flat(),
    open("/inbox/a.csv"),
    "Too many open files"
  ]
]

describe("the protocol of an SFTP session", () => {
  for (const [title, before, request, want] of rows) {
    it(title, () => {
      const { commands } = after([...before, requested(request)])
      assert.deepStrictEqual(commands.map(text), [want])
    })
  }

  it("reads 32 KiB at once at most", () => {
    const { commands } = after([
      ...AN_UPLOAD,
      requested({ kind: "read", handle: bytes(0), offset: 0, length: 1e9 })
    ])
    assert.deepInclude(commands[0], {
      kind: "disk",
      request: { kind: "read", file: 7, offset: 0, length: 32_768 }
    })
  })

  const write: Request = writeTo(0)
  const DID: Message = { kind: "did", done: { kind: "done" } }

  it("gives the disk one request after the other, in the order received, whatever they are", () => {
    const all: ReadonlyArray<Request> = [
      write,
      write,
      { kind: "stat open", handle: bytes(0) },
      { kind: "stat", path: "/inbox/a.csv" },
      write,
      CLOSE,
      { kind: "rename", from: "/inbox/a.csv", to: "/inbox/b.csv" },
      { kind: "remove", path: "/inbox/b.csv" }
    ]
    const first = after([...AN_UPLOAD, ...all.map((request, id) => requested(request, id))])
    const seen = ["write"]
    let { state } = first
    for (const id of all.keys()) {
      const { commands, state: next } = after([DID], state)
      assert.deepInclude(commands[0], { kind: "answer", id })
      seen.push(...commands.slice(1).map(text))
      state = next
    }
    assert.deepStrictEqual(seen, [
      "write",
      "write",
      "stat open",
      "stat",
      "write",
      "close",
      "rename",
      "remove"
    ])
    assert.strictEqual(text(after([requested(write)], first.state).commands[0]), "No such handle")
  })

  it("counts what it was asked to open among what is open", () => {
    const opens = Array.from({ length: 33 }, (_, id) => requested(open(`/inbox/${id}.csv`, WRITE), id))
    assert.strictEqual(text(after(opens).commands[0]), "Too many open files")
  })

  it("holds a client back that sends faster than the disk, until half of its requests are answered", () => {
    const writes = Array.from({ length: 64 }, (_, id) => requested(write, id))
    const held = after([...AN_UPLOAD, ...writes])
    assert.deepStrictEqual(held.commands.map(text), ["hold"])
    const half = Array.from({ length: 32 }, () => [DID, SENT]).flat()
    assert.deepStrictEqual(after(half, held.state).commands.map(text), [])
    assert.deepStrictEqual(after([...half, DID, SENT], held.state).commands.map(text), ["release"])
  })

  it("asks the disk for nothing more while a client reads none of the answers, and doesn't hold it back", () => {
    const read: Request = readFrom(0)
    const reads = Array.from({ length: 70 }, (_, id) => requested(read, id))
    const slow = after([...AN_UPLOAD, ...reads, DID, { kind: "sent", atOnce: false }])
    assert.deepStrictEqual(slow.commands.map(text), ["await reader", "release"])
    assert.deepStrictEqual(after([DID], slow.state).commands.map(text), ["done"])
    const done = after([DID, { kind: "sent", atOnce: false }], slow.state)
    assert.deepStrictEqual(done.commands, [])
    assert.deepStrictEqual(after([{ kind: "read" }], done.state).commands.map(text), ["read", "hold"])
  })

  it("hangs up on a client that goes on asking and reads nothing", () => {
    const ask: Request = { kind: "real path", path: "/" }
    const unread = Array.from({ length: 513 }, () => [
      requested(ask),
      { kind: "sent", atOnce: false } as const
    ]).flat()
    assert.deepStrictEqual(after(unread).commands.map(text), ["hang up"])
    const many = Array.from({ length: 16_386 }, () => requested(write))
    const slow = after([...AN_UPLOAD, requested(ask), { kind: "sent", atOnce: false }, ...many])
    assert.deepStrictEqual(slow.commands.map(text), ["hang up"])
  })

  const block: Request = { kind: "write", handle: bytes(0), offset: 0, data: Buffer.alloc(256 * 1024) }

  it("holds a client back whose writes wait for the disk, until half of their bytes are stored", () => {
    const writes = Array.from({ length: 8 }, (_, id) => requested(block, id))
    const held = after([...AN_UPLOAD, ...writes])
    assert.deepStrictEqual(held.commands.map(text), ["hold"])
    const most = Array.from({ length: 4 }, () => [DID, SENT]).flat()
    assert.deepStrictEqual(after(most, held.state).commands.map(text), [])
    assert.deepStrictEqual(after([...most, DID, SENT], held.state).commands.map(text), ["release"])
  })

  it("hangs up on a client that writes and reads nothing, before 8 MiB wait, or when its time is over", () => {
    const asked = [requested({ kind: "real path", path: "/" }), { kind: "sent", atOnce: false } as const]
    const writes = (count: number) => Array.from({ length: count }, (_, id) => requested(block, id))
    const slow = after([...AN_UPLOAD, ...asked, ...writes(32)])
    assert.deepStrictEqual(slow.commands, [])
    assert.deepStrictEqual(after(writes(1), slow.state).commands.map(text), ["hang up"])
    assert.deepStrictEqual(after([...AN_UPLOAD, ...asked, { kind: "late" }]).commands.map(text), ["hang up"])
    assert.deepStrictEqual(after([{ kind: "read" }], slow.state).commands.map(text), ["write", "hold"])
  })

  it("hangs up on no client that reads its answers, and never keeps more than it may", () => {
    const sizes = fc.array(fc.nat(256 * 1024), { maxLength: 400 })
    fc.assert(
      fc.property(sizes, fc.nat(5), (all, burst) => {
        let { state } = after(AN_UPLOAD)
        const left = [...all]
        while (left.length > 0 || state.queue.length > 0) {
          // Data that is on its way when the client is held still arrives.
          for (let nth = 0; left.length > 0 && (!state.isHeld || nth < burst); nth += 1) {
            const data = Buffer.alloc(left.pop() ?? 0)
            const { commands, state: next } = after([requested({ ...block, data })], state)
            assert.notInclude(commands.map(text), "hang up")
            state = next
          }
          assert.isAtMost(state.bytes, 2.25 * 1024 * 1024 + burst * 256 * 1024)
          state = after([DID, SENT], state).state
        }
        assert.deepInclude(state, { pending: 0, bytes: 0, isHeld: false })
      })
    )
  })

  it("does what was asked before the session ended, and then leaves what is open unfinished", () => {
    const ended = after([
      ...AN_UPLOAD,
      requested(write),
      requested(write),
      requested(open("/inbox/b.csv", WRITE)),
      END
    ])
    const seen: Array<string> = []
    let { state } = ended
    for (const message of [DID, DID, opened(8), DID, DID]) {
      const { commands, state: next } = after([message], state)
      seen.push(...commands.filter(({ kind }) => kind === "disk").map(text))
      state = next
    }
    assert.deepStrictEqual(seen, ["write", "open to write", "abandon", "abandon"])
    assert.deepStrictEqual(after([requested(write)], state).commands, [])
  })

  it("for any requests, no handle is given twice, limits hold, and each file is closed once", () => {
    const request: fc.Arbitrary<Request> = fc.oneof(
      fc.constantFrom(open("/inbox/a.csv", WRITE), open("/outbox/x"), {
        kind: "open folder",
        path: "/"
      } as const),
      fc.nat(40).map((handle) => ({ kind: "close", handle: bytes(handle) }) as const)
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(request, fc.boolean()), { maxLength: 200 }), (all) => {
        let state = START
        const given = new Set<string>()
        const isOpen = new Set<number>()
        let file = 0
        const run = (message: Message): void => {
          const [next, commands] = step(state, message)
          state = next
          for (const command of commands) {
            if (command.kind === "answer") {
              if (command.answer.kind === "handle") {
                assert.isFalse(given.has(command.answer.handle.toString("hex")))
                given.add(command.answer.handle.toString("hex"))
              }
              run(SENT)
            } else if (command.kind === "disk" && "file" in command.request) {
              assert.isTrue(isOpen.delete(command.request.file))
              run(DID)
            } else if (command.kind === "disk") {
              isOpen.add(file)
              run(opened(file++))
            }
          }
        }
        for (const [next, ends] of all) {
          run(requested(next))
          assert.isAtMost(state.handles.size, 32)
          assert.strictEqual(state.pending, 0)
          if (ends && all.length % 7 === 0) run(END)
        }
        run(END)
        assert.strictEqual(isOpen.size, 0)
      })
    )
  })
})
