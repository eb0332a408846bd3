import { InstanceFile } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

const VERSION = "2026-11"

/**
 * The instance of a service in development: nobody's. Its links open pages of the service itself (`about/`), which say
 * that they are samples.
 */
export const sampleInstance = (baseUrl: string): InstanceFile => {
  const about = `${baseUrl}/about`
  const document = (page: string, name: string) => ({
    url: `${about}/${page}`,
    version: `sample-${name}-${VERSION}`,
    date: `${VERSION}-01`
  })
  return Schema.decodeUnknownSync(InstanceFile)({
    instance_version: "v1",
    operator: {
      legal_name: "Sample Operator (not a real company)",
      abn: "54000002001",
      address: "1 Sample Street, Sydney NSW 2000"
    },
    privacy_contact: { email: "privacy@operator.example" },
    help_contact: { email: "help@operator.example", url: `${about}/help` },
    privacy_policy: document("privacy-policy", "privacy-policy"),
    collection_notice: document("collection-notice", "collection-notice"),
    terms: document("terms", "terms"),
    ato_end_user_terms: document("ato-end-user-terms", "ato-terms"),
    docs_url: `${baseUrl}/docs`,
    data_location: "This machine",
    status_page_url: `${baseUrl}/health/ready`,
    source_addresses: ["127.0.0.1"]
  })
}
