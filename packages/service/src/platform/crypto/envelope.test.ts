import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { randomBytes } from "node:crypto"
import { type Cell, open, rewrap, seal, takeRandom, WRAPPED_HEAD } from "./envelope.ts"
import { masterKeyOf, masterKeyRing, newMasterKeyFile, parseMasterKeyFile } from "./MasterKeys.ts"

const key = () => masterKeyOf(randomBytes(32))
const keys = masterKeyRing(key())
const cell: Cell = { table: "tax_file_numbers", column: "tfn", tenant: "product-1", row: "session-1" }
const secret = Buffer.from("123456782")

const reasonOf = (result: ReturnType<typeof open>) =>
  Result.match(result, { onSuccess: () => "opened", onFailure: (error) => error.reason })

describe("envelope", () => {
  it("what was sealed for a cell opens there", () => {
    assert.deepStrictEqual(Buffer.from(Result.getOrThrow(open(keys, cell, seal(keys, cell, secret)))), secret)
    assert.strictEqual(Result.getOrThrow(open(keys, cell, seal(keys, cell, Buffer.alloc(0)))).length, 0)
  })

  it("the same value sealed twice has nothing in common but the key's id", () => {
    const [a, b] = [seal(keys, cell, secret), seal(keys, cell, secret)]
    assert.deepStrictEqual(a.subarray(0, 9), b.subarray(0, 9))
    assert.notDeepEqual(a.subarray(9, 49), b.subarray(9, 49))
    assert.notDeepEqual(a.subarray(61), b.subarray(61))
    assert.notInclude(Buffer.from(a).toString("latin1"), secret.toString("latin1"))
  })

  it.each(["table", "column", "tenant", "row"] as const)("it does not open under another %s", (part) => {
    const sealed = seal(keys, cell, secret)
    assert.strictEqual(reasonOf(open(keys, { ...cell, [part]: "other" }, sealed)), "altered_or_misplaced")
  })

  it("it does not open with any one bit changed", () => {
    const sealed = seal(keys, cell, secret)
    for (let index = 0; index < sealed.length; index++) {
      const altered = Uint8Array.from(sealed)
      altered[index] = (altered[index] ?? 0) ^ 1
      assert.notStrictEqual(reasonOf(open(keys, cell, altered)), "opened", `byte ${index}`)
    }
  })

  it("it does not open when cut short or empty", () => {
    const sealed = seal(keys, cell, secret)
    assert.strictEqual(reasonOf(open(keys, cell, sealed.subarray(0, -1))), "altered_or_misplaced")
    assert.strictEqual(reasonOf(open(keys, cell, sealed.subarray(0, 70))), "unknown_format")
    assert.strictEqual(reasonOf(open(keys, cell, new Uint8Array())), "unknown_format")
  })

  it("a long text is sealed in fewer bytes than it has, and opens in its cell alone, unaltered", () => {
    const long = Buffer.from(
      JSON.stringify(Array.from({ length: 60 }, (_, n) => ({ label: "Fund name", value: n })))
    )
    const sealed = seal(keys, cell, long)
    assert.isBelow(sealed.length, long.length / 2)
    assert.deepStrictEqual(Buffer.from(Result.getOrThrow(open(keys, cell, sealed))), long)
    assert.strictEqual(reasonOf(open(keys, { ...cell, row: "other" }, sealed)), "altered_or_misplaced")
    const asPlain = Uint8Array.from(sealed).fill(1, 0, 1)
    assert.strictEqual(reasonOf(open(keys, cell, asPlain)), "altered_or_misplaced")
  })

  it("after a change of the master key, the old key still opens and the new one seals", () => {
    const [older, newer] = [key(), key()]
    const sealed = seal(masterKeyRing(older), cell, secret)
    const both = masterKeyRing(newer, older)
    assert.strictEqual(reasonOf(open(both, cell, sealed)), "opened")
    assert.strictEqual(reasonOf(open(masterKeyRing(newer), cell, sealed)), "unknown_master_key")
    assert.strictEqual(reasonOf(open(masterKeyRing(newer), cell, seal(both, cell, secret))), "opened")
  })
})

describe("a value whose data key is wrapped again", () => {
  const [older, newer] = [key(), key()]
  const again = (ring: ReturnType<typeof masterKeyRing>, sealed: Uint8Array) =>
    rewrap(ring, sealed.subarray(0, WRAPPED_HEAD))

  it.each([secret, Buffer.from("a long text ".repeat(60))])("opens with the new key alone", (plain) => {
    const sealed = seal(masterKeyRing(older), cell, plain)
    const head = Result.getOrThrow(again(masterKeyRing(newer, older), sealed))
    const moved = Buffer.concat([head, sealed.subarray(WRAPPED_HEAD)])
    assert.deepStrictEqual(Buffer.from(Result.getOrThrow(open(masterKeyRing(newer), cell, moved))), plain)
    assert.strictEqual(reasonOf(open(masterKeyRing(older), cell, moved)), "unknown_master_key")
    assert.strictEqual(
      reasonOf(open(masterKeyRing(newer), { ...cell, row: "other" }, moved)),
      "altered_or_misplaced"
    )
  })

  it("stays as it is if its key is missing, or its bytes were altered", () => {
    const sealed = seal(masterKeyRing(older), cell, secret)
    assert.strictEqual(reasonOf(again(masterKeyRing(newer), sealed)), "unknown_master_key")
    const altered = Uint8Array.from(sealed)
    altered[20] = (altered[20] ?? 0) ^ 1
    assert.strictEqual(reasonOf(again(masterKeyRing(newer, older), altered)), "altered_or_misplaced")
    assert.strictEqual(reasonOf(rewrap(masterKeyRing(newer, older), new Uint8Array())), "unknown_format")
  })
})

describe("master key file", () => {
  it("a new file holds one key, and prints as redacted", () => {
    const ring = Result.getOrThrow(parseMasterKeyFile(newMasterKeyFile()))
    assert.strictEqual(ring.all.length, 1)
    assert.include(JSON.stringify(ring.current), "<redacted>")
  })

  it("the first line is current, the others still open", () => {
    const [a, b] = [randomBytes(32), randomBytes(32)]
    const ring = Result.getOrThrow(
      parseMasterKeyFile(`# new\n${a.toString("base64")}\n\n${b.toString("base64")}\n`)
    )
    assert.deepStrictEqual(ring.current.id, masterKeyOf(a).id)
    assert.strictEqual(ring.all.length, 2)
  })

  it.each([
    ["", "it holds no key"],
    ["# only a comment", "it holds no key"],
    ["c2hvcnQ=", "its key number 1 is not 32 bytes in base64"]
  ])("%j is refused: %s", (text, why) => {
    assert.deepStrictEqual(parseMasterKeyFile(text), Result.fail(why))
  })
})

describe("random bytes from a pool", () => {
  it("have the length that was asked for, and are never given twice", () => {
    const all = Array.from({ length: 2000 }, (_, nth) => takeRandom(12 + (nth % 21)))
    assert.isTrue(all.every(({ length }, nth) => length === 12 + (nth % 21)))
    assert.strictEqual(new Set(all.map((bytes) => bytes.subarray(0, 12).toString("hex"))).size, 2000)
  })

  it("are the caller's own: changing them changes no others", () => {
    const [one, other] = [takeRandom(32), takeRandom(32)]
    const before = Buffer.from(other)
    one.fill(0)
    assert.deepStrictEqual(other, before)
  })
})
