/** Funds that read calls, or write answers, in another way than HTTP and JSON agree on. */
import type { Call } from "@embedded-super/simulator-kit"
import { gzipSync } from "node:zlib"
import { ofGroup } from "./Fault.ts"
import {
  badBody,
  answeringOperations,
  crashed,
  json,
  jsonIn,
  onOperations,
  problem
} from "./plays/exchanges.ts"
import { readingOnePiece } from "./plays/servers.ts"

const contentTypeOf = ({ headers }: Call): string => headers["content-type"] ?? ""

const unsupported = () => problem(415, "unsupported_media_type", "The content type is not supported")

export const transport = ofGroup("transport", [
  {
    name: "charset-refused",
    sentence: "The fund refuses application/json with a charset.",
    killedBy: ["TRANSPORT-4.2-1"],
    finding: "warn: The fund refuses application/json with a charset parameter.",
    play: () => ({
      exchange: onOperations((call, serve) =>
        /charset/i.test(contentTypeOf(call)) ? unsupported() : serve(call)
      )
    })
  },
  {
    name: "json-refused",
    sentence: "The fund takes a media type of its own alone, and refuses application/json.",
    killedBy: ["TRANSPORT-4.2-11"],
    finding: "fail: The fund refuses application/json for a valid lookup.",
    play: () => ({
      exchange: onOperations((call, serve) =>
        /^application\/vnd\.api\+json/i.test(contentTypeOf(call)) ? serve(call) : unsupported()
      )
    })
  },
  {
    name: "media-type-by-letters",
    sentence: "The fund refuses application/json in capital letters.",
    killedBy: ["TRANSPORT-4.2-1"],
    finding: "warn: The fund refuses application/json in other letters.",
    play: () => ({
      exchange: onOperations((call, serve) =>
        contentTypeOf(call).startsWith("application/json") ? serve(call) : unsupported()
      )
    })
  },
  {
    name: "content-type-ignored",
    sentence: "The fund doesn't look at the content type of a call.",
    killedBy: ["TRANSPORT-4.2-2"],
    finding: "warn: The fund doesn't look at the content type of a call.",
    play: () => ({
      exchange: onOperations((call, serve) =>
        serve({ ...call, headers: { ...call.headers, "content-type": "application/json" } })
      )
    })
  },
  {
    name: "malformed-crash",
    sentence: "The fund answers 500 to a body that isn't JSON.",
    killedBy: ["TRANSPORT-7-1", "TRANSPORT-7-2"],
    finding:
      "fail: The fund answers a server error to a body that isn't JSON, so the service repeats the call.",
    play: () => ({ exchange: badBody(({ isBroken }) => isBroken, crashed) })
  },
  {
    name: "malformed-accepted",
    sentence: "The fund answers 200 to a body that isn't JSON.",
    killedBy: ["TRANSPORT-7-1"],
    finding: "fail: The fund accepts a body that isn't JSON.",
    play: () => ({
      exchange: badBody(
        ({ isBroken }) => isBroken,
        () => json(200, { status: "ok" })
      )
    })
  },
  {
    name: "malformed-answered-403",
    sentence: "The fund answers 403 to a body that isn't JSON.",
    killedBy: ["TRANSPORT-7-1"],
    finding:
      "fail: The fund answers a body that isn't JSON like wrong credentials, so the service stops calling it.",
    play: () => ({
      exchange: badBody(
        ({ isBroken }) => isBroken,
        () => problem(403, "forbidden", "Not permitted")
      )
    })
  },
  {
    name: "array-crash",
    sentence: "The fund answers 500 to an array.",
    killedBy: ["TRANSPORT-7-3"],
    finding:
      "fail: The fund answers a server error to a body that is an array, so the service repeats the call.",
    play: () => ({ exchange: badBody(({ isArray }) => isArray, crashed) })
  },
  {
    name: "empty-body-crash",
    sentence: "The fund answers 500 to an empty body.",
    killedBy: ["TRANSPORT-7-4"],
    finding:
      "fail: The fund answers a server error to a body that is empty, so the service repeats the call.",
    play: () => ({ exchange: badBody(({ isEmpty }) => isEmpty, crashed) })
  },
  {
    name: "empty-body-accepted",
    sentence: "The fund answers 200 to an empty body.",
    killedBy: ["TRANSPORT-7-4"],
    finding: "fail: The fund accepts a body that is empty.",
    play: () => ({
      exchange: badBody(
        ({ isEmpty }) => isEmpty,
        () => json(200, { status: "ok" })
      )
    })
  },
  {
    name: "null-body-crash",
    sentence: "The fund answers 500 to null.",
    killedBy: ["TRANSPORT-7-5"],
    finding: "fail: The fund answers a server error to a body that is null, so the service repeats the call.",
    play: () => ({ exchange: badBody(({ isNull }) => isNull, crashed) })
  },
  {
    name: "other-encoding-crash",
    sentence: "The fund answers 500 to a body that isn't UTF-8.",
    killedBy: ["TRANSPORT-7-6"],
    finding:
      "warn: The fund answers a server error to a body that isn't UTF-8, so the service repeats the call.",
    play: () => ({ exchange: badBody(({ isOtherEncoding }) => isOtherEncoding, crashed) })
  },
  {
    name: "truncated-body-completed",
    sentence: "The fund completes a body that ends in the middle.",
    killedBy: ["TRANSPORT-7-2"],
    finding: "fail: The fund accepts a body that ends in the middle of the JSON.",
    play: () => ({
      exchange: onOperations((call, serve) => {
        const endings = ['"}', "]}", "}"]
        const completed = endings.map((ending) => ({
          ...call,
          body: Buffer.concat([call.body, Buffer.from(ending)])
        }))
        const whole = completed.find((each) => Object.keys(jsonIn(each)).length > 0)
        return serve(Object.keys(jsonIn(call)).length > 0 ? call : (whole ?? call))
      })
    })
  },
  {
    name: "first-of-array-taken",
    sentence: "The fund takes the first element of an array.",
    killedBy: ["TRANSPORT-7-3"],
    finding: "fail: The fund accepts a body that is an array.",
    play: () => ({
      exchange: onOperations((call, serve) => {
        const text = call.body.toString()
        return serve(text.startsWith("[") ? { ...call, body: Buffer.from(text.slice(1, -1)) } : call)
      })
    })
  },
  {
    name: "any-method-accepted",
    sentence: "The fund does its operations by every method.",
    killedBy: ["TRANSPORT-4.2-3"],
    finding: "fail: The fund does an operation by another method than POST.",
    play: () => ({ exchange: (call, serve) => serve({ ...call, method: "POST" }) })
  },
  {
    name: "other-method-crash",
    sentence: "The fund answers 500 to other methods.",
    killedBy: ["TRANSPORT-4.2-3"],
    finding: "warn: The fund answers another method with a server error.",
    play: () => ({ exchange: (call, serve) => (call.method === "POST" ? serve(call) : crashed()) })
  },
  {
    name: "answers-as-html",
    sentence: "The fund calls its JSON text/html.",
    killedBy: ["TRANSPORT-4.2-4"],
    finding: "warn: The content type of the fund's answer isn't application/json.",
    play: () => ({
      exchange: answeringOperations((reply) => ({
        ...reply,
        headers: { ...reply.headers, "content-type": "text/html" }
      }))
    })
  },
  {
    name: "byte-order-mark",
    sentence: "The fund begins its answers with a byte order mark.",
    killedBy: ["TRANSPORT-4.2-5"],
    finding: "warn: The fund's answer begins with a byte order mark.",
    play: () => ({
      exchange: answeringOperations((reply) =>
        reply.body.length === 0 ? reply : { ...reply, body: `\uFEFF${reply.body.toString()}` }
      )
    })
  },
  {
    name: "always-compressed",
    sentence: "The fund compresses every answer.",
    killedBy: ["TRANSPORT-4.2-6"],
    finding: "fail: The fund compresses an answer that nobody asked it to compress.",
    play: () => ({
      exchange: answeringOperations((reply) => ({
        ...reply,
        headers: { ...reply.headers, "content-encoding": "gzip" },
        body: gzipSync(reply.body)
      }))
    })
  },
  {
    name: "redirects-to-slash",
    sentence: "The fund redirects to the address with a slash at its end.",
    killedBy: ["TRANSPORT-4.2-7"],
    finding: "fail: The fund redirects the call.",
    play: () => ({
      exchange: onOperations((call) => ({ status: 308, headers: { location: `${call.url}/` }, body: "" }))
    })
  },
  {
    name: "large-body-refused",
    sentence: "The fund refuses bodies above four kilobytes.",
    killedBy: ["TRANSPORT-4.2-10"],
    finding: "fail: The fund refuses a body that is large, and allowed.",
    play: () => ({
      exchange: onOperations((call, serve) =>
        call.body.length > 4096 ? problem(413, "payload_too_large", "The body is too large") : serve(call)
      )
    })
  },
  {
    name: "header-names-by-letters",
    sentence: "The fund finds X-Auth-Key only if its name is in small letters.",
    killedBy: ["TRANSPORT-4.2-9"],
    finding: "fail: The fund reads the names of headers by their letters.",
    play: () => ({
      exchange: onOperations((call, serve) => {
        if (call.source.rawHeaders.includes("x-auth-key")) return serve(call)
        const { "x-auth-key": _, ...headers } = call.headers
        return serve({ ...call, headers })
      })
    })
  },
  {
    name: "one-piece-read",
    sentence: "The fund reads only the first piece of a call.",
    killedBy: ["TRANSPORT-4.2-8"],
    finding: "fail: The fund doesn't read a call that arrives in several pieces.",
    play: () => ({ server: readingOnePiece })
  }
])
