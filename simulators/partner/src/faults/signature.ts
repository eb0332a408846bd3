/** Partners that verify a signature wrongly, or refuse a right one. */
import { createHmac } from "node:crypto"
import { ofGroup } from "./Fault.ts"
import {
  comparingBy,
  isWebhook,
  payloadOf,
  refused,
  replied,
  signatureOf,
  unverified
} from "./plays/deliveries.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const signature = ofGroup("signature", [
  {
    name: "no-signature-check",
    sentence: "Handles every delivery without verifying it.",
    killedBy: ["SIGNATURE-2.1-4", "SIGNATURE-2.1-5"],
    finding: "fail: A delivery with a forged signature is accepted.",
    play: () => ({ verify: async (delivery) => unverified(delivery) })
  },
  {
    name: "unsigned-accepted",
    sentence: "Verifies a signature only if there is one.",
    killedBy: ["SIGNATURE-2.1-6"],
    finding: "fail: A delivery without a signature is accepted.",
    play: () => ({
      verify: async (delivery, verify) =>
        delivery.headers["webhook-signature"] === undefined ? unverified(delivery) : verify(delivery)
    })
  },
  {
    name: "timestamp-not-checked",
    sentence: "Verifies the signature, and accepts any time.",
    killedBy: ["SIGNATURE-2.1-7", "SIGNATURE-2.1-8"],
    finding: "fail: A delivery that was signed ten minutes ago is accepted.",
    play: () => ({
      verify: (delivery, verify) => verify({ ...delivery, options: { toleranceSeconds: Infinity } })
    })
  },
  {
    name: "future-accepted",
    sentence: "Refuses old times, and accepts those to come.",
    killedBy: ["SIGNATURE-2.1-8"],
    finding: "fail: A delivery that is signed for ten minutes from now is accepted.",
    play: () => ({
      verify: (delivery, verify) => {
        const isAhead = Number(delivery.headers["webhook-timestamp"]) * 1000 > Date.now()
        return verify(isAhead ? { ...delivery, options: { toleranceSeconds: Infinity } } : delivery)
      }
    })
  },
  {
    name: "every-secret-tried",
    sentence: "Accepts a delivery that any product's secret fits.",
    killedBy: ["SIGNATURE-2.1-9"],
    finding: "fail: A delivery that is signed with another product's secret is accepted.",
    play: () => ({
      verify: (delivery, verify) => {
        const all = Object.values(delivery.secrets).flat()
        const secrets = Object.fromEntries(Object.keys(delivery.secrets).map((product) => [product, all]))
        return verify({ ...delivery, secrets })
      }
    })
  },
  {
    name: "body-reserialised",
    sentence: "Verifies the body that it has parsed and written again.",
    killedBy: ["SIGNATURE-2.1-2"],
    finding: "fail: A rightly signed body is refused because its JSON is written with other spaces.",
    play: () => ({
      verify: (delivery, verify) => {
        const text = new TextDecoder().decode(delivery.body)
        return verify(
          isJson(text) ? { ...delivery, body: Buffer.from(JSON.stringify(JSON.parse(text))) } : delivery
        )
      }
    })
  },
  {
    name: "signature-remembered",
    sentence: "Accepts a signature without looking at the body if it was right once.",
    killedBy: ["SIGNATURE-2.1-12"],
    finding: "fail: A signature that was valid once is accepted for another body.",
    play: () => {
      const right = new Set<string>()
      return {
        verify: async (delivery, verify) => {
          const signature = signatureOf(delivery)
          if (right.has(signature)) return unverified(delivery)
          const verified = await verify(delivery)
          right.add(signature)
          return verified
        }
      }
    }
  },
  {
    name: "empty-signature-accepted",
    sentence: "Compares as many letters as the sender gave.",
    killedBy: ["SIGNATURE-2.1-11"],
    finding: "fail: A delivery with an empty signature is accepted.",
    play: () => ({
      verify: async (delivery, verify) =>
        signatureOf(delivery) === "v1," ? unverified(delivery) : verify(delivery)
    })
  },
  {
    name: "malformed-signature-500",
    sentence: "Lets through what its Base64 decoder throws.",
    killedBy: ["SIGNATURE-2.1-14"],
    finding: "warn: A signature that can't be read isn't answered 4xx.",
    play: () => ({
      exchange: async (call, serve) => {
        const signature = String(call.headers["webhook-signature"] ?? "")
        return isWebhook(call) && !/^v1a?,[A-Za-z0-9+/]*=*(?: |$)/.test(signature)
          ? replied(500)
          : serve(call)
      }
    })
  },
  {
    name: "forged-500",
    sentence: "Answers 500 to a delivery that doesn't verify.",
    killedBy: ["SIGNATURE-2.1-13"],
    finding: "warn: A delivery with a forged signature is refused with another status than 4xx.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) && reply.status === 401 ? { ...reply, status: 500 } : reply
      }
    })
  },
  {
    name: "secret-not-decoded",
    sentence: "Takes the letters of the secret for its bytes.",
    killedBy: ["SIGNATURE-2.1-1"],
    finding: "fail: A rightly signed delivery is refused.",
    play: () => ({
      verify: (delivery, verify) => {
        const secrets = Object.fromEntries(
          Object.entries(delivery.secrets).map(([product, all]) => [
            product,
            [all].flat().map((secret) => `whsec_${btoa(secret.slice("whsec_".length))}`)
          ])
        )
        return verify({ ...delivery, secrets })
      }
    })
  },
  {
    name: "one-minute-tolerance",
    sentence: "Refuses deliveries that were signed more than a minute ago.",
    killedBy: ["SIGNATURE-2.1-3"],
    finding: "warn: A delivery that was signed four minutes ago is refused.",
    play: () => ({
      verify: (delivery, verify) =>
        verify({ ...delivery, options: { ...delivery.options, toleranceSeconds: 60 } })
    })
  },
  {
    name: "one-secret-for-all",
    sentence: "Verifies the webhooks of every product with the first one's secret.",
    killedBy: ["SIGNATURE-2.1-24"],
    finding: "fail: A rightly signed delivery of the second product is refused.",
    play: () => ({
      verify: (delivery, verify) => {
        const [first = []] = Object.values(delivery.secrets)
        const secrets = Object.fromEntries(Object.keys(delivery.secrets).map((product) => [product, first]))
        return verify({ ...delivery, secrets })
      }
    })
  },
  {
    name: "empty-secret-accepted",
    sentence: "Takes an empty secret for a product that it doesn't know.",
    killedBy: ["SIGNATURE-2.1-15"],
    finding: "fail: A delivery of an unknown product is accepted if it is signed with an empty secret.",
    play: () => ({
      verify: async (delivery, verify) => {
        const read = unverified(delivery)
        if (read.payload.product_id in delivery.secrets) return verify(delivery)
        const signed = `${delivery.headers["webhook-id"]}.${delivery.headers["webhook-timestamp"]}.`
        const right = createHmac("sha256", "").update(signed).update(delivery.body).digest("base64")
        return signatureOf(delivery) === `v1,${right}` ? read : refused()
      }
    })
  },
  {
    name: "body-as-latin-1",
    sentence: "Makes a text of the body as if it were ISO 8859-1, and verifies that text.",
    killedBy: ["SIGNATURE-2.1-16"],
    finding: "fail: A rightly signed body is refused because it has letters beyond ASCII.",
    play: () => ({
      verify: (delivery, verify) =>
        verify({ ...delivery, body: new TextEncoder().encode(Buffer.from(delivery.body).toString("latin1")) })
    })
  },
  {
    name: "names-as-written",
    sentence: "Finds headers only if their names are written small.",
    killedBy: ["SIGNATURE-2.1-17"],
    finding: "warn: A delivery is refused because the names of its headers begin with capitals.",
    play: () => ({
      exchange: (call, serve) =>
        isWebhook(call) && !call.source.rawHeaders.includes("webhook-id") ? replied(400) : serve(call)
    })
  },
  {
    name: "any-future-refused",
    sentence: "Refuses every delivery that is signed for later than now.",
    killedBy: ["SIGNATURE-2.1-18"],
    finding: "warn: A delivery is refused because it is signed for some seconds from now.",
    play: () => ({
      verify: async (delivery, verify) =>
        Number(delivery.headers["webhook-timestamp"]) * 1000 > Date.now() ? refused() : verify(delivery)
    })
  },
  {
    name: "signature-case-ignored",
    sentence: "Compares signatures without the case of their letters.",
    killedBy: ["SIGNATURE-2.1-19"],
    finding: "fail: A signature is accepted whose letters have another case.",
    play: () => comparingBy((right, header) => right.toLowerCase() === header.toLowerCase())
  },
  {
    name: "other-body-500",
    sentence: "Lets through what reading product_id of a body throws that is no JSON object.",
    killedBy: ["SIGNATURE-2.1-20"],
    finding: "warn: A forged body that isn't a JSON object isn't answered 4xx.",
    play: () => ({
      exchange: (call, serve) =>
        isWebhook(call) && payloadOf(call) === undefined ? replied(500) : serve(call)
    })
  },
  {
    name: "signature-cut-off",
    sentence: "Compares the first seventeen letters of signatures, or as many as there are from seven on.",
    killedBy: ["SIGNATURE-2.1-21"],
    finding: "fail: A signature that is cut off is accepted.",
    play: () =>
      comparingBy(
        (right, header) =>
          header.length >= "v1,".length + 7 && right.startsWith(header.slice(0, "v1,".length + 17))
      )
  },
  {
    name: "signature-searched",
    sentence: "Looks whether the header contains the right signature.",
    killedBy: ["SIGNATURE-2.1-22"],
    finding: "warn: A signature is accepted that has letters before it.",
    play: () => comparingBy((right, header) => header.includes(right.slice("v1,".length)))
  },
  {
    name: "five-and-a-half-minutes",
    sentence: "Accepts deliveries for five and a half minutes.",
    killedBy: ["SIGNATURE-2.1-23"],
    finding:
      "warn: A delivery is accepted though it is signed for more than five minutes before or after now.",
    play: () => ({
      verify: (delivery, verify) =>
        verify({ ...delivery, options: { ...delivery.options, toleranceSeconds: 330 } })
    })
  },
  {
    name: "body-trimmed",
    sentence: "Trims the body before it verifies it.",
    killedBy: ["SIGNATURE-2.1-2"],
    finding: "fail: A rightly signed body is refused because its JSON is written with other spaces.",
    play: () => ({
      verify: (delivery, verify) =>
        verify({ ...delivery, body: Buffer.from(Buffer.from(delivery.body).toString().trim()) })
    })
  }
])
