/**
 * The settings file and the commands with which a partner checks a product's receiver by `partner-check`.
 *
 * Why the Workbench doesn't run it: the kit plays the service, with the product's key and on an address of its own. The
 * service keeps only a fingerprint of the key, and the receiver has to be set up with that address.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import type { Receiver } from "../WorkbenchRepo.ts"

const FILE = "partner-check.yaml"

/** Where the kit plays the service. */
const SERVICE_URL = "http://localhost:4090"

/** The address without user and query, which may be a key. */
const withoutKeys = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** Writes the settings file of the kit. */
export type SettingsText = (settings: {
  readonly receiverUrl: string
  readonly serviceUrl: string
  readonly name: string
  readonly productIds: readonly [string, string?]
}) => string

export const receiverCheck = (
  { name, other_id, product_id, url }: Receiver,
  settingsText: SettingsText
): S.WorkbenchProductCheck => {
  const receiverUrl = withoutKeys(url)
  const settings = settingsText({
    receiverUrl,
    serviceUrl: SERVICE_URL,
    name,
    // Two show that the receiver doesn't mix them up.
    productIds: other_id === null ? [product_id] : [product_id, other_id]
  })
  return {
    product_id,
    name: shortText(name),
    receiver_url: shortText(receiverUrl),
    commands: [
      "export PARTNER_CHECK_KEY_1=… PARTNER_CHECK_SECRET_1=…",
      ...(other_id === null ? [] : ["export PARTNER_CHECK_KEY_2=… PARTNER_CHECK_SECRET_2=…"]),
      `npx ./embedded-super-partner-check-0.1.0.tgz run --settings ${FILE}`
    ].map(shortText),
    file_name: shortText(FILE),
    settings: settings as S.LongTextOrNull
  }
}
