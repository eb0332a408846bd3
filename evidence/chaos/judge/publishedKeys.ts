import { verifySignature } from "@embedded-super/partner-sdk"
import type { ArrivalLine } from "../receiver/Behaviour.ts"

/** A request at its arrival, as the receiver logs it. */
export type Arrived = Extract<ArrivalLine, { readonly is: "began" }>

/**
 * The webhooks that none of these public keys verifies (`whpk_…`), by the partner's SDK: npm's `standardwebhooks`, by which the
 * judge verifies secrets, knows no `v1a`.
 */
export const unverifiedBy = async (
  keys: ReadonlyArray<string>,
  webhooks: ReadonlyArray<Arrived>
): Promise<ReadonlyArray<Arrived>> => {
  const refused: Array<Arrived> = []
  for (const webhook of webhooks) {
    const headers = {
      "webhook-id": webhook.id,
      "webhook-timestamp": webhook.timestamp,
      "webhook-signature": webhook.signature
    }
    await verifySignature(webhook.body, headers, keys, { now: webhook.at }).catch(() => refused.push(webhook))
  }
  return refused
}
