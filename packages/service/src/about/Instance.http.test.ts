import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { anInstanceFile, changedSettings } from "../../test/TestSettings.ts"
import { readInstanceFile, sampleInstance } from "../platform/config/instanceFile.ts"
import { InstanceHttp } from "./Instance.http.ts"

const BASE = "http://localhost:4000"

/** The pages of a service with these settings. */
const served = (change: Parameters<typeof changedSettings>[0]) => {
  const { handler } = HttpRouter.toWebHandler(
    InstanceHttp.pipe(Layer.provide([changedSettings(change), NodeHttpServer.layerHttpServices])),
    { disableLogger: true }
  )
  return (path: string) => handler(new Request(`${BASE}${path}`))
}

const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href)

describe("who operates the service", () => {
  it("in development is a sample, whose links open pages that say so", async () => {
    const instance = sampleInstance(BASE)
    const get = served({ instance, isInstanceOwn: false, baseUrl: BASE })
    const about = await get("/about")
    assert.strictEqual(about.status, 200)
    const text = await about.text()
    const pages = [
      instance.privacy_policy.url,
      instance.collection_notice.url,
      instance.terms.url,
      instance.ato_end_user_terms.url,
      instance.help_contact.url ?? ""
    ]
    for (const url of pages) {
      assert.include(linksIn(text), url)
      const page = await get(new URL(url).pathname)
      assert.strictEqual(page.status, 200, url)
      assert.include(await page.text(), "Nobody agrees to anything here.")
    }
  })

  it("is what the instance file says, all of it, as text; its pages are the operator's own", async () => {
    const operator = { legal_name: "A & <b>B</b> Pty Ltd", abn: "51824753556", address: "3 Wattle Street" }
    const read = readInstanceFile(anInstanceFile({ operator }), { dev: false })
    const instance = Result.getOrThrow(read)
    const get = served({ instance, isInstanceOwn: true, baseUrl: BASE })
    const about = await get("/about")
    const text = await about.text()
    for (const part of [
      "A &amp; &lt;b&gt;B&lt;/b&gt; Pty Ltd",
      "51 824 753 556",
      "3 Wattle Street",
      "version terms-2026-11, in force from 2026-11-01",
      "Sydney, Australia",
      "1.0.0.10",
      "2400:1234::/32",
      "+61290001111"
    ]) {
      assert.include(text, part)
    }
    assert.includeMembers(linksIn(text), [
      instance.privacy_policy.url,
      instance.collection_notice.url,
      instance.terms.url,
      instance.ato_end_user_terms.url,
      instance.docs_url,
      "https://status.operator-in-tests.net.au",
      "mailto:privacy@operator-in-tests.net.au"
    ])
    assert.include(about.headers.get("content-security-policy"), "default-src 'none'")
    assert.strictEqual((await get("/about/terms")).status, 404)
  })
})
