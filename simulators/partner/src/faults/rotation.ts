/** Partners that can't verify a delivery with several signatures, or with one of two secrets. */
import { ofGroup } from "./Fault.ts"
import { refused, signatureOf, signedWith, unverified } from "./plays/deliveries.ts"

export const rotation = ofGroup("rotation", [
  {
    name: "first-signature-only",
    sentence: "Looks at the first signature of the header alone.",
    killedBy: ["ROTATION-2.1-1"],
    finding: "fail: A delivery is refused if the second of its two signatures is the valid one.",
    play: () => ({
      verify: (delivery, verify) => verify(signedWith(delivery, signatureOf(delivery).split(" ")[0] ?? ""))
    })
  },
  {
    name: "last-signature-only",
    sentence: "Looks at the last signature of the header alone.",
    killedBy: ["ROTATION-2.1-2"],
    finding: "fail: A delivery is refused if the first of its two signatures is the valid one.",
    play: () => ({
      verify: (delivery, verify) =>
        verify(signedWith(delivery, signatureOf(delivery).split(" ").at(-1) ?? ""))
    })
  },
  {
    name: "v1a-refused",
    sentence: "Refuses a header with a scheme that it doesn't know.",
    killedBy: ["ROTATION-2.1-3"],
    finding: "fail: A delivery is refused because it has a v1a signature, too.",
    play: () => ({
      verify: async (delivery, verify) =>
        signatureOf(delivery).includes("v1a,") ? refused() : verify(delivery)
    })
  },
  {
    name: "two-signatures-at-most",
    sentence: "Refuses a header with more than two signatures.",
    killedBy: ["ROTATION-2.1-4"],
    finding: "fail: A delivery with four signatures is refused.",
    play: () => ({
      verify: async (delivery, verify) =>
        signatureOf(delivery).split(" ").length > 2 ? refused() : verify(delivery)
    })
  },
  {
    name: "first-secret-only",
    sentence: "Verifies with the first of its two secrets alone.",
    killedBy: ["ROTATION-2.1-5"],
    finding: "fail: A delivery that is signed with the second of two secrets is refused.",
    play: () => ({
      verify: (delivery, verify) => {
        const secrets = Object.fromEntries(
          Object.entries(delivery.secrets).map(([product, all]) => [product, [all].flat().slice(0, 1)])
        )
        return verify({ ...delivery, secrets })
      }
    })
  },
  {
    name: "v1a-not-verified",
    sentence: "Accepts every v1a signature, because it has no key to verify it.",
    killedBy: ["ROTATION-2.1-7"],
    finding: "fail: A delivery with nothing but a forged v1a signature is accepted.",
    play: () => ({
      verify: async (delivery, verify) =>
        signatureOf(delivery).startsWith("v1a,") ? unverified(delivery) : verify(delivery)
    })
  }
])
