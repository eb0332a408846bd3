import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { blocksOf } from "./blocks.ts"
import { type Delivery, isThere, type Verifier, verifierOf } from "./languages/verifiers.ts"

const blocks = blocksOf(
  readFileSync(join(projectRoot, "packages/docs/guides/partners/verify-webhooks.md"), "utf8")
)
/** The guide's block of code in a language. */
export const textOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? ""

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const body = JSON.stringify({
  subject: "employer",
  event: "employer_settings_changed",
  id: "c2bc0c04-6b98-4333-91a6-919f5ebc9000",
  remote_id: "O'Connor-Đặng",
  url: "https://api.example.test/api/v1/employers/c2bc0c04-6b98-4333-91a6-919f5ebc9000",
  product_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83",
  inserted_at: "2026-11-21T00:00:00Z",
  version: "v1"
})

/** A delivery signed by a third-party library. */
const signedAt = (at: Date, by = secret): Delivery => {
  const id = "msg_01a1fb8d-9f48-7000-8000-000000000005"
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { secret, id, timestamp, signature: new Webhook(by).sign(id, at, body), body }
}
const anHourAgo = new Date(Date.now() - 3_600_000)
const another = `whsec_${Buffer.alloc(24, 7).toString("base64")}`

/** The output of the guide's command: a delivery signed now. */
const signedByTheGuide = (): Delivery => {
  const [headers = "", body = ""] = execFileSync("bash", ["-ec", textOf("sh")], { encoding: "utf8" }).split(
    "\n\n"
  )
  const valueOf = (name: string) => new RegExp(`^webhook-${name}: (.*)$`, "m").exec(headers)?.[1] ?? ""
  return {
    secret,
    id: valueOf("id"),
    timestamp: valueOf("timestamp"),
    signature: valueOf("signature"),
    body: body.trimEnd()
  }
}

/** Deliveries that the service never sends, but anyone could. */
const garbage: ReadonlyArray<readonly [string, Partial<Delivery>]> = [
  ["no id", { id: "" }],
  ["no time", { timestamp: "" }],
  ["no signature", { signature: "" }],
  ["a time that is no number", { timestamp: "x" }],
  ["a time that is huge", { timestamp: "9".repeat(5_000) }],
  ["a time that is negative", { timestamp: "-9223372036854775808" }],
  ["a signature that isn't ASCII", { signature: "v1,Đặng" }],
  ["a signature without a version", { signature: "garbage" }],
  ["a signature that is huge", { signature: `v1,${"A".repeat(100_000)}` }]
]

/** The tests of the guide's sample in one language; they are skipped if its tool isn't on this machine. */
export const testSample = (verifier: Verifier) =>
  describe(`the sample in ${verifier.language}`, async () => {
    const there = await isThere(verifier.tool)
    const folder = mkdtempSync(join(tmpdir(), `embedded-super-${verifier.language}-`))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    describe.skipIf(!there)("", () => {
      let takes: (delivery: Delivery) => Promise<boolean>
      beforeAll(
        async () => void (takes = await verifierOf(verifier, folder, textOf(verifier.language))),
        180_000
      )

      it("takes what is signed with the secret, also beside another's signature", async () => {
        const good = signedAt(new Date())
        expect(await takes(good)).toBe(true)
        const { signature } = signedAt(new Date(), another)
        expect(await takes({ ...good, signature: `${signature} ${good.signature}` })).toBe(true)
      })

      it("refuses another secret, another body, and what is too old", async () => {
        const good = signedAt(new Date())
        expect(await takes(signedAt(new Date(), another))).toBe(false)
        expect(await takes({ ...good, body: good.body.replace("c2bc0c04", "c2bc0c05") })).toBe(false)
        expect(await takes(signedAt(anHourAgo))).toBe(false)
      })

      it("takes what the guide's command signs, when it is pasted", async () => {
        const fresh = signedByTheGuide()
        expect(await takes(fresh)).toBe(true)
        expect(await takes({ ...fresh, body: fresh.body.replace("1234", "1235") })).toBe(false)
      })

      it.each(garbage)("refuses %s, and raises nothing", async (_, wrong) => {
        expect(await takes({ ...signedAt(new Date()), ...wrong })).toBe(false)
      })
    })
  })
