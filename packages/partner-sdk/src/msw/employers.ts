import { pasted } from "@embedded-super/contracts/pasted"
import type { components } from "@embedded-super/contracts/types/partner-api"
import { embedUrl } from "./embedUrl.ts"
import { recordEvent } from "./events.ts"
import { checkRemoteId } from "./intents.ts"
import type { Answers } from "./operation.ts"
import { remoteIdTaken } from "./Refusal.ts"
import { example } from "./spec.ts"
import { checkVersion, etagOf, given, ownOf, pageOf, type World } from "./World.ts"

type Schemas = components["schemas"]

/** Employers: created, changed, listed, and their embed. */
export const employerAnswers = (world: World) =>
  ({
    createEmployer: ({ body, product }) => {
      const holder = world.employers.find(
        ({ data, productId }) => productId === product.id && data.remote_id === body.remote_id
      )
      if (holder !== undefined) throw remoteIdTaken(holder)
      const id = world.nextId()
      const data: Schemas["Employer"] = {
        ...example<Schemas["EmployerAnswer"]>("employerCreated").data,
        ...(given(body) as object),
        abn: pasted("abn", body.abn),
        id,
        inserted_at: world.now(),
        updated_at: world.now()
      }
      const stored = { id, productId: product.id, data, version: 1 }
      world.employers.push(stored)
      const location = `${world.baseUrl}/api/v1/employers/${id}`
      return { status: 201, body: { data, version: "v1" }, headers: { ...etagOf(stored), location } }
    },
    listEmployers: ({ product, query }) => {
      const remoteId = query.get("remote_id")
      const own = world.employers.filter(
        ({ data, productId }) =>
          productId === product.id && (remoteId === null || data.remote_id === remoteId)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getEmployer: ({ params, product }) => {
      const stored = ownOf(world.employers, product, params["id"])
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    updateEmployer: ({ body, headers, params, product }) => {
      const stored = ownOf(world.employers, product, params["id"])
      checkVersion(stored, headers)
      const change = { ...given(body), ...(body.abn === undefined ? {} : { abn: pasted("abn", body.abn) }) }
      stored.data = { ...stored.data, ...(change as Partial<Schemas["Employer"]>), updated_at: world.now() }
      stored.version++
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    generateEmployerEmbedUrl: ({ body, params, product }) => {
      const { id } = ownOf(world.employers, product, params["id"])
      const isIntent = body.app === "onboarding_intent"
      if (isIntent) checkRemoteId(world, id, body.remote_id)
      const answer = embedUrl(world, `employer/${id}/${isIntent ? "new" : "edit"}/${body.app}`)
      return { status: 201, body: answer, headers: { "cache-control": "no-store" } }
    },
    generateOnboardingSessionEmbedUrl: ({ params, product }) => {
      const { id } = ownOf(world.sessions, product, params["id"])
      const answer = embedUrl(world, `onboarding-session/${id}`)
      return { status: 201, body: answer, headers: { "cache-control": "no-store" } }
    }
  }) satisfies Answers

/** The employer selects a default fund in its embed; `employer_settings_changed` follows. */
export const chooseDefaultFund = (world: World, employerId: string): void => {
  const stored = world.employers.find(({ id }) => id === employerId)
  if (stored === undefined) throw new Error(`There is no employer ${employerId}.`)
  const configured = example<Schemas["EmployerAnswer"]>("employerConfigured").data
  stored.data = {
    ...stored.data,
    employer_default_super_fund_product: configured.employer_default_super_fund_product,
    default_fund_source: "selected",
    default_fund_confirmed_at: world.now(),
    onboarding_status: "incomplete",
    onboarding_configuration: { ...stored.data.onboarding_configuration, default_fund_configured: true },
    updated_at: world.now()
  }
  stored.version++
  recordEvent(world, stored, "employers", { subject: "employer", event: "employer_settings_changed" })
}
