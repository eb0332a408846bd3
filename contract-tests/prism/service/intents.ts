import { expect, it } from "vitest"
import { createIntent, fillInIntent, openIntentStart, walkThroughIntent } from "../../src/onboarding/flows.ts"
import { employer, product, receiver } from "./world.ts"

export const intents = () => {
  it("turns the intent that an employer starts into a session: the webhook's url is fetched first, then the session is created [R-1-9, R-1-10, R-4.1-7, R-4.1-8, R-4.1-10, R-6-14, R-6-15, R-6-16]", async () => {
    const ofEmployer = { employer_id: employer.id }
    const intents = () => product.partner("listOnboardingSessionIntents", { query: ofEmployer, status: 200 })
    const { embed, view } = await openIntentStart(product, employer.id, "intent-1")
    const path = { id: view.id }
    const { id } = path
    expect((await intents()).body.data).toEqual([])
    await product.partner("getOnboardingSessionIntent", { path, status: 404 })
    await embed("saveIntentPerson", { body: { given_name: "Niamh" }, status: 200 })
    expect((await intents()).body.data).toMatchObject([{ id, status: "in_progress", remote_id: "intent-1" }])
    const sameAgain = { app: "onboarding_intent", remote_id: "intent-1" }
    const taken = { path: { id: employer.id }, body: sameAgain, status: 409 }
    expect((await product.partner("generateEmployerEmbedUrl", taken)).body).toMatchObject({
      code: "remote_id_taken",
      resource_id: id
    })
    await product.partner("createOnboardingSessionFromIntent", { path, body: {}, status: 409 })
    await fillInIntent(embed)
    const isOfIntent = ({ event, id: of }: { event: string; id: string }) =>
      event === "onboarding_intent_completed" && of === id
    const [completed] = await receiver.waitFor(isOfIntent)
    expect(completed?.payload).toMatchObject({
      subject: "onboarding_session_intent",
      remote_id: "intent-1"
    })
    expect(new URL(completed?.payload.url ?? "").pathname).toBe(`/api/v1/onboarding-session-intent/${id}`)
    const fetched = await product.partner("getOnboardingSessionIntent", { path, status: 200 })
    expect(fetched.body.data).toMatchObject({ status: "complete", onboarding_session_id: null })
    const conversion = { path, body: { email_validated: true } }
    const once = { ...conversion, headers: { "idempotency-key": "once" }, status: 201 }
    const created = await product.partner("createOnboardingSessionFromIntent", once)
    const again = await product.partner("createOnboardingSessionFromIntent", once)
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    expect(again.body).toEqual(created.body)
    const refused = await product.partner("createOnboardingSessionFromIntent", { ...conversion, status: 409 })
    expect(refused.body).toMatchObject({
      code: "intent_already_converted",
      onboarding_session_id: created.body.data.id
    })
    expect(created.body.data).toMatchObject({
      onboarding_session_intent_id: id,
      remote_id: "intent-1",
      employee: { remote_id: "intent-1" }
    })
    const query = { status: "complete", ...ofEmployer }
    const listed = await product.partner("listOnboardingSessionIntents", { query, status: 200 })
    expect(listed.body.data).toMatchObject([{ onboarding_session_id: created.body.data.id }])
    await product.partner("cancelOnboardingSessionIntent", { path, status: 409 })
  })

  it("lets an employer finish an intent that the partner has prefilled", async () => {
    const { id } = await createIntent(product, employer.id, "intent-prefilled")
    await walkThroughIntent(product, id)
    await receiver.waitFor(({ event, id: of }) => event === "onboarding_intent_completed" && of === id)
  })

  it("plays the employer who starts and finishes an intent, and lets the partner cancel it", async () => {
    const started = await product.partner("startSimulatedIntent", {
      path: { id: employer.id },
      body: { remote_id: "intent-2" },
      status: 201
    })
    expect(started.body.data).toMatchObject({ status: "in_progress", remote_id: "intent-2" })
    const { id } = started.body.data
    const path = { id }
    const { body } = await product.partner("completeOnboardingSessionIntent", { path, status: 200 })
    expect(body.data).toMatchObject({ status: "complete", onboarding_session_id: null })
    await receiver.waitFor(({ event, id: of }) => event === "onboarding_intent_completed" && of === id)
    await product.partner("cancelOnboardingSessionIntent", { path, status: 204 })
  })
}
