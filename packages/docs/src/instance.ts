/**
 * The docs of one operator's service. Built with its instance file, they show its address in each sample, lead to its own
 * docs, and have a page of who operates it; without one they are those of a service on the reader's machine.
 */
import { InstanceFile } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import process from "node:process"
import { parse } from "yaml"
import type { Page } from "./Page.ts"

export interface Instance {
  readonly file: InstanceFile
  /** Where its API is. */
  readonly serviceUrl: string
}

/** By the variables that `pnpm docs:build --instance FILE --service-url URL` sets; undefined without them. */
export const readInstance = (): Instance | undefined => {
  const { DOCS_INSTANCE: path, DOCS_SERVICE_URL: serviceUrl } = process.env
  if (path === undefined || serviceUrl === undefined) return undefined
  const file = Schema.decodeUnknownSync(InstanceFile)(parse(readFileSync(path, "utf8")))
  return { file, serviceUrl: serviceUrl.replace(/\/$/, "") }
}

const contact = ({ email, url }: InstanceFile["help_contact"]): string =>
  [email, url].filter((part) => part !== undefined).join(", ")

const dated = ({ date, url, version }: InstanceFile["terms"]): string => `[${version}](${url}), of ${date}`

/** Its slug is in the side bar of the site's home. */
const instancePage = ({ file, serviceUrl }: Instance): Page => {
  const { operator } = file
  return {
    slug: "operator",
    title: `Operated by ${operator.legal_name}`,
    description: `Who operates this service, where it is, whom to ask, and from which addresses it calls.`,
    body: `
This service is operated by **${operator.legal_name}**, ABN ${operator.abn}, ${operator.address}.

- **API:** \`${serviceUrl}\`
- **Help:** ${contact(file.help_contact)}
- **Privacy:** ${contact(file.privacy_contact)}
${file.status_page_url === undefined ? "" : `- **Whether it works now:** <${file.status_page_url}>\n`}- **Where data is stored:** ${file.data_location}

## For firewalls

Webhooks and calls to funds come from these addresses, and from no other:

${file.source_addresses.map((address) => `- \`${address}\``).join("\n")}

## What people accept

- Terms: ${dated(file.terms)}
- The ATO's end-user terms: ${dated(file.ato_end_user_terms)}
- Privacy policy: ${dated(file.privacy_policy)}
- Collection notice: ${dated(file.collection_notice)}

Partners and funds get their keys and credentials from ${operator.legal_name}: ask its help contact.
`
  }
}

const EXAMPLE_DOCS = "https://docs.embedded-super.example"
const EXAMPLE_API = "https://api.embedded-super.example"

/** The pages as the operator's: its addresses in place of the examples'. */
export const ofInstance = (
  pages: ReadonlyArray<Page>,
  instance: Instance | undefined
): ReadonlyArray<Page> => {
  if (instance === undefined) return pages
  const { file, serviceUrl } = instance
  const docsUrl = file.docs_url.replace(/\/$/, "")
  const own = (text: string) =>
    text
      .replaceAll(/http:\/\/localhost:4000(?!\d)/g, serviceUrl)
      .replaceAll(EXAMPLE_DOCS, docsUrl)
      .replaceAll(EXAMPLE_API, serviceUrl)
  return [...pages.map((page) => ({ ...page, body: own(page.body) })), instancePage(instance)]
}
