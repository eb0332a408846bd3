/** The service and the SDK's mock, as walks see them: both answer a request. */
import { mockService } from "@embedded-super/partner-sdk/msw"
import { getResponse } from "msw"
import { seedPartner } from "../onboarding/seed.ts"
import { sharedPrograms } from "../programs/shared.ts"

/** Who calls: the product of the walk, another one of the same partner, the partner, a stranger, or nobody. */
export type Who = "product" | "other" | "partner" | "stranger" | "nobody"

export interface Player {
  readonly url: string
  readonly productId: string
  readonly send: (request: Request) => Promise<Response>
  readonly keys: Readonly<Record<Who, string | undefined>>
}

const nobody = { stranger: "product_sandbox_8fK2mQ4z_wrong", nobody: undefined }

/** No server listens there, so deliveries stay pending, as in the mock. */
const UNREACHABLE = "http://127.0.0.1:9/webhooks"

/** A product of the running service for each walk. */
export const servicePlayers = async (walks: number): Promise<ReadonlyArray<Player>> => {
  const { fund, service } = await sharedPrograms()
  const wanted = { slug: "walks", products: walks + 1, webhookUrl: UNREACHABLE }
  const { partner, products } = await seedPartner(service, fund, wanted)
  const [other, ...own] = products
  await service.run("admin", "issue-webhooks", "on", "--partner", "walks")
  for (const { id } of products) await service.run("admin", "product", "tfn-access", id, "on")
  return own.map(({ id, key }) => ({
    url: service.url,
    productId: id,
    send: (request) => fetch(request),
    keys: { product: key, other: other?.key, partner: partner.key, ...nobody }
  }))
}

/** A mock of its own. */
export const mockPlayer = async (): Promise<Player> => {
  const mock = mockService()
  const send = async (request: Request): Promise<Response> => {
    const answer = await getResponse([...mock.handlers], request)
    if (answer === undefined) throw new Error(`The mock doesn't know ${request.method} ${request.url}`)
    return answer
  }
  const asPartner = async (path: string, body: object) => {
    const headers = { "x-api-key": mock.partnerKey, "content-type": "application/json" }
    const url = `${mock.baseUrl}/api/v1/${path}`
    const answer = await send(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }))
    return (await answer.json()).data
  }
  const { id } = await asPartner("products", { name: "Another payroll" })
  const { secret: other } = await asPartner(`products/${id}/keys`, {})
  return {
    url: mock.baseUrl,
    productId: mock.product.id,
    send,
    keys: { product: mock.product.key, other, partner: mock.partnerKey, ...nobody }
  }
}
