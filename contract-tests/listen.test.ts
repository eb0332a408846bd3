import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configureEmployer } from "./src/onboarding/flows.ts"
import { productOf } from "./src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "./src/onboarding/seed.ts"
import { callerOf } from "./src/openapi/Caller.ts"
import type { SharedService } from "./src/programs/service.ts"
import { sharedPrograms } from "./src/programs/shared.ts"
import { startProgram } from "@embedded-super/program/startProgram"
import { newPrograms } from "./src/programs/Programs.ts"
import { type Receiver, startReceiver } from "./src/webhooks/receiver.ts"

/** No server listens there: the service can't reach the partner's machine. */
const unreachable = "http://127.0.0.1:9/webhooks"

describe("partner-sim listen beside the service", () => {
  const programs = newPrograms()
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-listen-"))
  let service: SharedService
  let receiver: Receiver
  let seeded: SeededPartner

  beforeAll(async () => {
    receiver = programs.add(await startReceiver())
    const shared = await sharedPrograms()
    service = shared.service
    seeded = await seedPartner(service, shared.fund, {
      slug: "listens",
      products: 1,
      webhookUrl: unreachable
    })
  })

  afterAll(async () => {
    await programs.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const listen = async () => {
    const [{ key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
    const program = programs.add(
      startProgram(
        "simulators/partner/src/main.ts",
        [
          ["listen", "--to", receiver.url, "--service-url", service.url, "--secret", webhook_secret],
          ["--data-dir", folder, "--every", "50"]
        ].flat(),
        { EMBEDDED_SUPER_KEY: key }
      )
    )
    return {
      program,
      startLine: await program.line((line) => (line.startsWith("Passing") ? line : undefined))
    }
  }

  it("brings each webhook to a receiver that the service can't reach, signed, and continues where it stopped", async () => {
    const [{ id, key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
    receiver.trust(id, webhook_secret)
    const product = productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    const of = (employer: { readonly id: string }) =>
      receiver.waitFor((payload) => payload.id === employer.id && payload.product_id === id)

    const first = await listen()
    await of(await configureEmployer(product, "employer-1"))
    await first.program.kill()
    const meanwhile = await configureEmployer(product, "employer-2")
    const second = await listen()
    expect(second.startLine).toMatch(/, from where it stopped$/)
    await of(meanwhile)
    await second.program.line(
      (line) => line.includes(`204  employer_settings_changed  employer ${meanwhile.id}`) || undefined
    )
    expect(second.program.printed()).not.toContain(key)
    const events = receiver.received.map(({ payload }) => payload.remote_id)
    expect([...new Set(events)]).toEqual(["employer-1", "employer-2"])
  })
})
