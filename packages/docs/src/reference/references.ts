/** The APIs of the reference, and what the docs know of each operation besides its spec. */
import { readReleasedDocuments, readReleases } from "@embedded-super/specs/changes"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "../Page.ts"
import { apiPages, type Reference } from "./apiPages.ts"
import { type Api, type ApiOperation, type Document, readApi } from "./Document.ts"
import type { Related } from "./operationPage.ts"

const SERVICE = "http://localhost:4000"
const FUND_SIMULATOR = "http://localhost:4010"
const PARTNER_SIMULATOR = "http://localhost:4020"

const securityOf = ({ document }: Api, operation: ApiOperation) =>
  (operation.security ?? document.security ?? []).flatMap((each) => Object.keys(each))

/** The key of the partner, or that of a product. */
const partnerKeyOf = (api: Api) => (operation: ApiOperation) => {
  const [scheme] = securityOf(api, operation)
  if (scheme === undefined) return undefined
  return { header: "X-API-Key", variable: scheme === "PartnerKey" ? "PARTNER" : "KEY" }
}

/** In the order of the side bar. */
export const readReferences = (): ReadonlyArray<Reference> => {
  const partner = readApi("partner-api")
  return [
    {
      api: partner,
      caller: { originOf: () => SERVICE, keyOf: partnerKeyOf(partner), hasSdk: true },
      title: "Partner API",
      description: "What payroll and HR software calls: every operation with samples, answers and errors.",
      readers: "partners"
    },
    {
      api: readApi("fund-api"),
      caller: {
        originOf: () => FUND_SIMULATOR,
        keyOf: () => ({ header: "X-Auth-Key", variable: "FUND_KEY" }),
        hasSdk: false
      },
      title: "Fund API",
      description:
        "What a super fund implements, and the service calls: every operation with samples, answers and errors.",
      readers: "funds",
      areErrorsOwn: true
    },
    {
      api: readApi("simulator-api"),
      caller: {
        originOf: ({ tag }) => (tag === "fund-admin" ? FUND_SIMULATOR : PARTNER_SIMULATOR),
        keyOf: () => undefined,
        hasSdk: false
      },
      title: "Simulator API",
      description: "What tests call to see and steer the fund simulator and the partner simulator.",
      readers: "developers"
    }
  ]
}

const published = fileURLToPath(new URL("../../../../specs", import.meta.url))

/** The first release whose document has each operation. */
const firstReleases = (name: string): ReadonlyMap<string, string> => {
  const first = new Map<string, string>()
  for (const { version } of readReleases(published)) {
    const document = readReleasedDocuments(join(published, "published", version))[name as never] as
      | Document
      | undefined
    for (const item of Object.values(document?.paths ?? {}))
      for (const { operationId } of Object.values(item) as ReadonlyArray<{ operationId?: string }>)
        if (operationId !== undefined) first.set(operationId, version)
  }
  return first
}

/** A path with its placeholders, as guides write it: with an id, a variable, or the placeholder. */
const writtenPath = (path: string): RegExp =>
  new RegExp(`${path.replaceAll(/\{\w+\}/g, "[^/\\s`]+")}(?![\\w/-])`)

const uses = ({ body }: Page, { method, operationId, path }: ApiOperation): boolean =>
  body.includes(operationId) || writtenPath(`${method} ${path}`).test(body)

/** All pages of all APIs. `guides` are the pages that may use an operation. */
export const referencePages = (
  references: ReadonlyArray<Reference>,
  guides: ReadonlyArray<Page>,
  errorAddress: Related["errorAddress"]
): ReadonlyArray<Page> =>
  references.flatMap((reference) => {
    const { document, name, operations } = reference.api
    const first = firstReleases(name)
    const isFor = ({ slug }: Pick<Page, "slug">) => Number(slug.startsWith(`${reference.readers}/`))
    const of = new Map(operations.map((operation) => [operation.operationId, operation]))
    return apiPages(reference, (operationId) => ({
      since: first.get(operationId) ?? `${document.info.version}, not released yet`,
      guides: guides
        .filter((page) => uses(page, of.get(operationId) as ApiOperation))
        .map(({ slug, title }) => ({ slug, title }))
        .toSorted((one, other) => isFor(other) - isFor(one)),
      errorAddress,
      areErrorsOwn: reference.areErrorsOwn
    }))
  })
