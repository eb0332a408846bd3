import type { EmbedCall } from "@embedded-super/program/testing/walk"
import { randomBytes } from "node:crypto"
import type { Walk } from "./Walk.ts"

/** Requests the address of an embed, as the payroll system's server, and opens it. Returns the frame's calls. */
export const openEmbed = async (
  walk: Walk,
  key: string,
  operation: string,
  id: string,
  body: unknown
): Promise<EmbedCall> => {
  const { data: generated } = await walk.call({
    api: "partner",
    key,
    operation,
    params: { id },
    body,
    status: 201
  })
  const { data: opened } = await walk.call({
    api: "embed",
    operation: "openEmbed",
    body: { embed_url: generated.embed_url, opener: randomBytes(16).toString("base64url") },
    status: 201
  })
  return async (operation, sent = {}) =>
    (await walk.call({ api: "embed", token: opened.token, operation, ...sent, status: 200 })).data
}

/** Waits for a webhook in the payroll system's inbox, and shows it. */
export const webhook = async (walk: Walk, id: string, event: string): Promise<void> => {
  const received = await walk.until(`The webhook ${event}`, async () => {
    const { data } = await walk.quietly(() =>
      walk.call({ api: "payroll", operation: "listReceivedWebhooks", query: { limit: "100" }, status: 200 })
    )
    return data.find((delivery: any) => delivery.payload?.id === id && delivery.payload.event === event)
  })
  walk.expect(received.verified, `the signature of ${event} is not good`)
  console.log(`    webhook ${event} (${received.webhook_id}), signature verified`)
  console.log(`       ${JSON.stringify(received.payload)}`)
}
