import { stringify } from "yaml"

const page = (name: string) => ({
  url: `https://operator-in-tests.net.au/${name}`,
  version: `${name}-2026-11`,
  date: "2026-11-01"
})

/** An instance file as an operator could write it, without placeholders. */
const whole = {
  instance_version: "v1",
  operator: {
    legal_name: "Operator in Tests Pty Ltd",
    abn: "51824753556",
    address: "3 Wattle Street, Sydney NSW 2000"
  },
  privacy_contact: { email: "privacy@operator-in-tests.net.au", phone_number: "+61290001111" },
  help_contact: { email: "help@operator-in-tests.net.au", url: "https://operator-in-tests.net.au/help" },
  privacy_policy: page("privacy"),
  collection_notice: page("your-details"),
  terms: page("terms"),
  ato_end_user_terms: page("ato-end-user-terms"),
  docs_url: "https://docs.operator-in-tests.net.au",
  data_location: "Sydney, Australia",
  status_page_url: "https://status.operator-in-tests.net.au",
  source_addresses: ["1.0.0.10", "2400:1234::/32"]
}

type Change = Readonly<Record<string, unknown>>

/** The text of an instance file; a changed member that is undefined is left out. */
export const anInstanceFile = (change: Change = {}): string =>
  stringify(JSON.parse(JSON.stringify({ ...whole, ...change })))
