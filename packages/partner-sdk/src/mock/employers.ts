import { pasted } from "@embedded-super/contracts/pasted"
import type { components } from "@embedded-super/contracts/types/partner-api"
import { createdOf, embedUrlOf, entityOf, fits, pageOf } from "./answers.ts"
import { recordEvent } from "./events.ts"
import { requireFreeIntentId } from "./intents.ts"
import type { Operations } from "./operation.ts"
import { example } from "./spec.ts"
import { checkVersion, given, type MockProduct, ownOf, requireFree, type ServiceState } from "./state.ts"

type Schemas = components["schemas"]

/** The status of an employer's configuration; `error` as long as no session can be created. */
export const onboardingStatusOf = (
  configuration: Schemas["Employer"]["onboarding_configuration"]
): Schemas["Employer"]["onboarding_status"] => {
  if (!configuration.default_fund_configured) return "error"
  return Object.values(configuration).every(Boolean) ? "complete" : "incomplete"
}

/** The product's employer with this `remote_id`. */
const holderOf = (state: ServiceState, product: MockProduct, remoteId: string | undefined) =>
  state.employers.find(({ data, productId }) => productId === product.id && data.remote_id === remoteId)

/** Employers: created, changed, listed, and their embed. */
export const employerOperations = (state: ServiceState) =>
  ({
    createEmployer: ({ body, product }) => {
      requireFree(state, holderOf(state, product, body.remote_id))
      const id = state.nextId()
      const data: Schemas["Employer"] = {
        ...example<Schemas["EmployerAnswer"]>("employerCreated").data,
        ...(given(body) as object),
        abn: pasted("abn", body.abn),
        id,
        inserted_at: state.now(),
        updated_at: state.now()
      }
      const stored = { id, productId: product.id, data, version: 1 }
      state.employers.push(stored)
      return createdOf(state, "employer", stored)
    },
    listEmployers: ({ product, query }) => {
      const own = state.employers.filter(
        ({ data, productId }) => productId === product.id && fits(query, "remote_id", data.remote_id)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getEmployer: ({ params, product }) => entityOf(ownOf(state.employers, product, params["id"])),
    updateEmployer: ({ body, headers, params, product }) => {
      const stored = ownOf(state.employers, product, params["id"])
      checkVersion(stored, headers)
      const isRenamed = body.remote_id !== undefined && body.remote_id !== stored.data.remote_id
      if (isRenamed) requireFree(state, holderOf(state, product, body.remote_id))
      const change = { ...given(body), ...(body.abn === undefined ? {} : { abn: pasted("abn", body.abn) }) }
      stored.data = { ...stored.data, ...(change as Partial<Schemas["Employer"]>), updated_at: state.now() }
      stored.version++
      return entityOf(stored)
    },
    generateEmployerEmbedUrl: ({ body, params, product }) => {
      const { id } = ownOf(state.employers, product, params["id"])
      const isIntent = body.app === "onboarding_intent"
      if (isIntent) requireFreeIntentId(state, id, body.remote_id)
      return embedUrlOf(state, product, `employer/${id}/${isIntent ? "new" : "edit"}/${body.app}`)
    }
  }) satisfies Operations

/** The employer selects a default fund in its embed; `employer_settings_changed` follows. */
export const chooseDefaultFund = (state: ServiceState, employerId: string): void => {
  const stored = state.employers.find(({ id }) => id === employerId)
  if (stored === undefined) throw new Error(`There is no employer ${employerId}.`)
  const configured = example<Schemas["EmployerAnswer"]>("employerConfigured").data
  const onboarding_configuration = { ...stored.data.onboarding_configuration, default_fund_configured: true }
  stored.data = {
    ...stored.data,
    employer_default_super_fund_product: configured.employer_default_super_fund_product,
    default_fund_source: "selected",
    default_fund_confirmed_at: state.now(),
    onboarding_configuration,
    onboarding_status: onboardingStatusOf(onboarding_configuration),
    updated_at: state.now()
  }
  stored.version++
  recordEvent(state, stored, "employer_settings_changed")
}
