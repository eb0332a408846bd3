import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { newPlace, type Place } from "../start/test/Place.ts"
import { forgetfulProxy } from "./test/forgetfulProxy.ts"

describe("the demo", () => {
  let place: Place

  beforeAll(async () => {
    place = await newPlace()
    await place.started()
  })
  afterAll(() => place.clear())

  /** The entities that a product has made, all of them. */
  const listed = async (path: string): Promise<ReadonlyArray<any>> => {
    const { products, service_url } = place.demoFile()
    const response = await fetch(`${service_url}/api/v1/${path}`, {
      headers: { "x-api-key": products[0]?.key ?? "" }
    })
    return (await response.json()).data
  }

  it("walks the whole flow, and says that every answer fits its spec", async () => {
    const { code, stderr, stdout } = await place.demo().ended
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/webhook onboarding_session_completed \(msg_\S+\), signature verified/)
    expect(stdout).toMatch(/member number: \S+/)
    expect(stdout).toMatch(/webhook onboarding_intent_completed \(msg_\S+\), signature verified/)
    expect(stdout).toMatch(/Every answer fits its spec\.\n$/)
  })

  it("prints no tax file number, and no key", async () => {
    const { stdout } = await place.demo().ended
    const { partner, products } = place.demoFile()
    for (const secret of [
      partner.key,
      ...products.flatMap(({ key, webhook_secret }) => [key, webhook_secret])
    ]) {
      expect(stdout).not.toContain(secret)
    }
    expect(stdout).not.toMatch(/\b\d{3} ?\d{3} ?\d{3}\b/)
    expect(stdout).toMatch(/tax file number, as every view shows it: \*\*\* \*\*\* \d{3}\n/)
  })

  it("makes everything once, and reaches its end, when the first answer to each request is lost", async () => {
    const demo = place.demoFile()
    const proxy = await forgetfulProxy(demo.service_url)
    const before = {
      employers: await listed("employers"),
      intents: await listed("onboarding-session-intent"),
      sessions: await listed("onboarding-session")
    }
    const demoFile = join(place.dataDir, "demo.json")
    writeFileSync(demoFile, JSON.stringify({ ...demo, service_url: proxy.url }))
    try {
      const { code, stderr, stdout } = await place.demo().ended
      expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" })
      expect(stdout).toContain("no answer: waiting")
      expect(stdout).toContain("the lost answer held a secret")
      expect(proxy.lost).toContain("POST /api/v1/employers")
      expect(proxy.lost).toContain("POST /embed-api/v1/onboarding/confirmation")
      expect(proxy.lost).toContain("POST /embed-api/v1/intent/confirmation")
    } finally {
      writeFileSync(demoFile, JSON.stringify(demo))
      await proxy.close()
    }
    expect(await listed("employers")).toHaveLength(before.employers.length + 1)
    expect(await listed("onboarding-session-intent")).toHaveLength(before.intents.length + 1)
    // The employee's, and the one from the intent.
    expect(await listed("onboarding-session")).toHaveLength(before.sessions.length + 2)
  })

  it("names the first step that differs from the spec, and exits 1", async () => {
    const demo = place.demoFile()
    const demoFile = join(place.dataDir, "demo.json")
    const [product] = demo.products
    writeFileSync(demoFile, JSON.stringify({ ...demo, products: [{ ...product, key: "not a key" }] }))
    try {
      const { code, stderr } = await place.demo().ended
      expect(stderr).toMatch(/^\nThe demo stopped: createEmployer answered 401 instead of 201: \w+, .*\n$/)
      expect(code).toBe(1)
    } finally {
      writeFileSync(demoFile, JSON.stringify(demo))
    }
  })

  it("says what to do where start never ran", async () => {
    const elsewhere = await newPlace()
    const { code, stderr } = await elsewhere.demo().ended
    elsewhere.clear()
    expect(stderr).toBe(
      `\nThe demo stopped: There is no ${elsewhere.dataDir}/demo.json. Run start first, and this in a second terminal.\n`
    )
    expect(code).toBe(1)
  })
})
