import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { blocksOf } from "./blocks.ts"
import { anHourAgo, another, garbage, secret, signedAt } from "./deliveries.ts"
import { type Delivery, isThere, type Verifier, verifierOf } from "./languages/verifiers.ts"

const blocks = blocksOf(
  readFileSync(join(projectRoot, "packages/docs/guides/partners/verify-webhooks.md"), "utf8")
)
/** The guide's block of code in a language. */
export const textOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? ""

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
