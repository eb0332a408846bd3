/**
 * The guide "Verify webhooks in your framework": each section is typed in an empty folder, and its receiver gets good and
 * bad deliveries. Run by `pnpm test:long`; a section is skipped with a reason if this machine lacks its tools.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { missing } from "./src/clients/missing.ts"
import { anHourAgo, another, garbage, secret, signedAt, unusual } from "./src/guides/deliveries.ts"
import { installLaravel } from "./src/guides/languages/laravel.ts"
import type { Delivery } from "./src/guides/languages/verifiers.ts"
import { newReader } from "./src/guides/Reader.ts"
import { FRAMEWORKS, type Recipe, recipesOf } from "./src/guides/recipes.ts"
import { freePorts } from "@embedded-super/program/freePorts"

/** The port of every receiver in the guide. */
const PORT = "5001"
/** Maven and npm may fetch a whole framework. */
const PATIENCE = 600_000

/** A framework's server may refuse a header as too large before it calls the receiver, and `fetch` sends no letters beyond Latin-1. */
const refused = garbage.filter(([, wrong]) =>
  Object.values(wrong).every((value) => value.length < 10_000 && /^[\0-\xff]*$/.test(value))
)

const testReceiver = ({ blocks, guide, name, needs }: Recipe) => {
  const lacks = missing(needs)
  const because = lacks.length === 0 ? "" : ` (${lacks.join(", ")})`
  describe.skipIf(lacks.length > 0)(`the receiver of ${name}${because}`, () => {
    let beside: string
    let url: string
    let reader: ReturnType<typeof newReader>

    beforeAll(async () => {
      const [port = 0] = await freePorts(1)
      url = `http://127.0.0.1:${port}/webhooks`
      beside = realpathSync(mkdtempSync(join(tmpdir(), "embedded-super-framework-")))
      const project = join(beside, "empty")
      mkdirSync(project)
      if (name === "Laravel") installLaravel(join(project, "receiver"))
      const onOtherPorts = (text: string) => text.replaceAll(PORT, String(port))
      reader = newReader({ project, beside, env: {}, onOtherPorts, patience: PATIENCE })
      for (const block of blocks) await reader.follow(block, guide)
      // What a server prints may come before it listens.
      await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 200 })
    }, PATIENCE)
    afterAll(async () => {
      await reader.close()
      rmSync(beside, { recursive: true, force: true })
    })

    const answerTo = async ({ body, id, signature, timestamp }: Delivery): Promise<number> => {
      const signed = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }
      const given = Object.entries(signed).filter(([, value]) => value !== "")
      const headers = { ...Object.fromEntries(given), "content-type": "application/json" }
      return (await fetch(url, { method: "POST", headers, body })).status
    }
    const now = (body?: string) => signedAt(new Date(), secret, body)

    it("answers 204 to what is signed with the secret, also beside another's signature", async () => {
      const good = now()
      expect(await answerTo(good)).toBe(204)
      const { signature } = signedAt(new Date(), another)
      expect(await answerTo({ ...good, signature: `${signature} ${good.signature}` })).toBe(204)
    })

    it("answers 204 to letters beyond ASCII and unusual spaces, and 400 once they were parsed and written again", async () => {
      const good = now(unusual)
      expect(await answerTo(good)).toBe(204)
      expect(await answerTo({ ...good, body: JSON.stringify(JSON.parse(unusual)) })).toBe(400)
    })

    it("answers 400 to another secret, another body, no body, and what is too old", async () => {
      const good = now()
      expect(await answerTo(signedAt(new Date(), another))).toBe(400)
      expect(await answerTo({ ...good, body: good.body.replace("c2bc0c04", "c2bc0c05") })).toBe(400)
      expect(await answerTo({ ...good, body: good.body.slice(0, -1) })).toBe(400)
      expect(await answerTo({ ...good, body: "" })).toBe(400)
      expect(await answerTo(signedAt(anHourAgo))).toBe(400)
    })

    it.each(refused)("answers 400 to %s", async (_, wrong) => {
      expect(await answerTo({ ...now(), ...wrong })).toBe(400)
    })
  })
}

for (const recipe of recipesOf(FRAMEWORKS)) testReceiver(recipe)
