import type { PartnerCheckSettings } from "@embedded-super/contracts/schemas"

interface Given {
  readonly receiverUrl: string
  readonly serviceUrl: string
  /** The software, as reports name it. */
  readonly name?: string
  /** Products that the receiver knows; left out, two that are made up. */
  readonly productIds?: readonly [string, string]
}

const MADE_UP = ["bffc9067-28ee-4381-a0f2-92fae25d9f83", "01a0f4c2-c400-7000-8000-000000000002"] as const

/** The settings file as `init` writes it. */
export const settingsText = ({
  name = "My payroll",
  productIds: [first, second] = MADE_UP,
  receiverUrl,
  serviceUrl
}: Given): string => `# The settings of partner-check. They hold no secret, only the names of the variables that do.
settings_version: v1
name: ${JSON.stringify(name)}

# Where your software receives webhooks.
receiver_url: ${receiverUrl}

# Where the kit plays the partner API. Set this address in your software as the service's.
service_url: ${serviceUrl}

# Two products, each with a key and a secret of its own: set the same values in your software.
products:
  - product_id: ${first}
    key_env: PARTNER_CHECK_KEY_1
    secret_env: PARTNER_CHECK_SECRET_1
    # Left out: next_secret_env, if your software accepts a second secret during a rotation.
  - product_id: ${second}
    key_env: PARTNER_CHECK_KEY_2
    secret_env: PARTNER_CHECK_SECRET_2

# What your software does. What it doesn't do isn't judged.
declared:
  fetches_entities: true
  creates_sessions_from_intents: true
  receives_issues: true
  verifies_public_keys: false

# How long it may take to answer a delivery, in milliseconds.
answer_within_ms: 5000

# How long it may take to call back, and to make a call again that was answered 429 or 5xx. Left out, the kit waits five
# seconds, and doesn't judge whether a refused call comes again later.
# call_back_within_ms: 30000

# If your software ignores webhooks of employers that it doesn't know, name one that it does:
# test_data:
#   employer: { id: c2bc0c04-6b98-4333-91a6-919f5ebc9000, remote_id: "1234" }
`

/** Lines of a shell that set the variables to values made for this file, and of no use anywhere else. */
export const exportLines = (
  { products }: PartnerCheckSettings,
  random: (letters: number) => string
): ReadonlyArray<string> =>
  products.flatMap(({ key_env, secret_env }) => [
    `export ${key_env}=product_sandbox_${random(8)}_${random(43)}_${random(6)}`,
    `export ${secret_env}=whsec_${Buffer.from(random(32)).toString("base64")}`
  ])
