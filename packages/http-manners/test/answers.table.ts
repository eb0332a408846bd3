import type { Sent } from "./server.ts"

/** The id of an existing employer. */
export const id = "0190d1a0-0000-7000-8000-000000000000"
const employer = { abn: "00000000001", name: "Acme" }
const retired = {
  deprecation: "@1795219200",
  sunset: "Fri, 19 Feb 2027 00:00:00 GMT",
  link: '<https://docs.example/changelog#retire>; rel="deprecation"; type="text/html"'
}
const json = { "content-type": "application/json" }

interface Want {
  readonly status: number
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Row = readonly [name: string, sent: Sent, want: Want]

const all = "/api/v1/employers"
const one = `${all}/${id}`
const replay = `${all}/replay`

/** A body that is sent to the operation that creates an employer. */
const posted = (body?: string | Uint8Array, headers: Readonly<Record<string, string>> = json): Sent => ({
  method: "POST",
  ...(body === undefined ? {} : { body }),
  headers
})

const accepting = (accept: string, more: Sent = {}): Sent => ({ ...more, headers: { accept } })
const having = (etag: string, more: Sent = {}): Sent => ({
  path: one,
  ...more,
  headers: { "if-none-match": etag }
})

/** Requests, by what they show, with one answer. */
const rows = (want: Want, requests: Readonly<Record<string, Sent>>): ReadonlyArray<Row> =>
  Object.entries(requests).map(([name, sent]) => [name, sent, want])

const notAllowed = (allow: string): Want => ({
  status: 405,
  code: "method_not_allowed",
  headers: { allow }
})
const options = (allow: string): Want => ({ status: 204, headers: { allow } })
const malformed: Want = { status: 400, code: "malformed_request" }

/** Requests of every kind, and the expected answers. */
export const table: ReadonlyArray<Row> = [
  ...rows(
    { status: 200 },
    {
      "an operation answers": {},
      "HEAD answers like GET": { method: "HEAD" },
      "a page is read by HEAD as well": { method: "HEAD", path: "/pages/x" },
      "another version is sent": having('"3-aa", nonsense'),
      "a wildcard admits": accepting("text/html, application/*;q=0.2")
    }
  ),
  ...rows(
    { status: 201 },
    {
      "a charset parameter of UTF-8 is fine": posted(JSON.stringify(employer), {
        "content-type": "application/json; charset=UTF-8"
      }),
      "a whole character, escaped, is fine, and so is a backslash before a u": posted(
        String.raw`{"abn":"00000000001","name":"\ud83d\ude00 \\ud83d"}`
      )
    }
  ),
  ...rows(
    { status: 204 },
    {
      "a POST without a body needs no content type": { method: "POST", path: "/trigger" },
      "a body may be left out where it is optional": { method: "POST", path: "/open" },
      "an operation that answers nothing takes any Accept": accepting("text/html", {
        method: "POST",
        path: "/trigger"
      })
    }
  ),
  ...rows(
    { status: 404, code: "not_found" },
    {
      "a path that nothing has is not found": { path: "/api/v1/nothing" },
      "another spelling of a path is not found": { path: "/API/v1/employers" },
      "a semicolon belongs to the path, and opens no query": { path: `${all};limit=1` },
      "a semicolon belongs to an id, too": { path: `${one};limit=1` },
      "an id of the wrong shape is not found": { path: `${all}/7` },
      "an unusual method on a path that nothing has is not found": { method: "PROPFIND", path: "/x" },
      "OPTIONS on a path that nothing has is not found": { method: "OPTIONS", path: "/x" },
      ...Object.fromEntries(
        ["GET", "PUT", "DELETE", "OPTIONS"].flatMap((method): ReadonlyArray<readonly [string, Sent]> => [
          [`an empty id is not found, whatever ${method} would do there`, { method, path: `${all}/` }],
          [
            `an empty id on the way is not found, whatever ${method} would do`,
            { method, path: `${all}//open` }
          ]
        ])
      )
    }
  ),
  ...rows(malformed, {
    "a bad percent-escape is malformed": { path: `${all}/%zz` },
    "an escape that isn't UTF-8 is malformed": { path: `${all}/%E0%A4%A` },
    "null is no body, also where it is optional": { ...posted(" null\n"), path: "/open" },
    "JSON that doesn't parse is malformed": posted("{"),
    "an empty body is malformed": posted(),
    "no body and no content type is malformed": { method: "POST" },
    "a list is malformed": posted("[]"),
    "null is malformed": posted("null"),
    "a body at the limit is read": posted("x".repeat(262_144)),
    "half a character, escaped, is malformed": posted(String.raw`{"abn":"00000000001","name":"a\ud83db"}`),
    "a body that isn't UTF-8 is malformed": posted(
      Buffer.from(`{"abn":"00000000001","name":"Jos\u00e9"}`, "latin1")
    )
  }),
  ...rows(
    { status: 413, code: "payload_too_large" },
    { "a body over the limit is refused": posted("x".repeat(262_145)) }
  ),
  ...rows(
    { status: 415, code: "unsupported_media_type", headers: { "accept-encoding": "identity" } },
    {
      "another content type is refused": posted("<a/>", { "content-type": "text/xml" }),
      "a body without a content type is refused": { method: "POST", body: "{}" },
      "another character set is refused": posted("{}", {
        "content-type": "application/json; charset=iso-8859-1"
      }),
      "a compressed body is refused": posted("{}", { ...json, "content-encoding": "gzip" })
    }
  ),
  ...rows(notAllowed("GET, HEAD, OPTIONS, POST"), {
    "another method is not allowed, and says which are": { method: "PUT" }
  }),
  ...rows(notAllowed("OPTIONS, POST"), {
    ...Object.fromEntries(
      ["GET", "HEAD", "DELETE", "PATCH"].map((method): readonly [string, Sent] => [
        `${method} on a path that is taken for another's id elsewhere is not allowed`,
        { method, path: replay }
      ])
    ),
    "HEAD on a path that has no GET is not allowed": { method: "HEAD", path: "/trigger" }
  }),
  ...rows(notAllowed("DELETE, GET, HEAD, OPTIONS"), {
    "an unusual method is not allowed": { method: "PROPFIND", path: one }
  }),
  ...rows(notAllowed("GET, HEAD, OPTIONS"), {
    "a page takes no other method": { method: "POST", path: "/pages/x" }
  }),
  ...rows(options("OPTIONS, POST"), {
    "OPTIONS tells the methods of such a path alone": { method: "OPTIONS", path: replay }
  }),
  ...rows(options("GET, HEAD, OPTIONS, POST"), {
    "OPTIONS says which methods there are, and opens nothing to other origins": {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" }
    }
  }),
  ...rows(options("GET, HEAD, OPTIONS"), { "OPTIONS of a page": { method: "OPTIONS", path: "/pages/x" } }),
  ...rows(
    { status: 200, headers: { etag: '"3-ab"' } },
    { "HEAD of an entity has its tag": { method: "HEAD", path: one } }
  ),
  ...rows(
    { status: 304, headers: { etag: '"3-ab"' } },
    {
      "what the caller has already is not sent again": having('"3-ab"'),
      "nor to one who has several versions, or compares weakly": having('W/"2-aa", W/"3-ab"'),
      "nor to one who asks whether there is any": having("*", { method: "HEAD" })
    }
  ),
  [
    "an operation that is given up says since when and until when, and where it is told",
    { ...posted('{"app":"settings"}'), path: "/retire" },
    { status: 204, headers: retired }
  ],
  ["also where it refuses", { ...posted("{}"), path: "/retire" }, { status: 422, headers: retired }],
  ...rows(
    { status: 406, code: "not_acceptable" },
    {
      "an Accept that excludes the answer is refused": accepting("application/xml"),
      "a weight of nothing excludes": accepting("application/json;q=0, */*;q=0.1"),
      "an operation that answers PDF doesn't answer JSON": accepting("application/json", { path: "/form" })
    }
  ),
  ...rows(
    { status: 401, code: "unauthenticated", headers: { "www-authenticate": "ApiKey" } },
    {
      "no key is unauthenticated": { anonymous: true },
      "an unknown key is unauthenticated": { headers: { "x-api-key": "guess" } },
      "nobody learns without a key whether something has changed": having("*", { anonymous: true }),
      "authentication comes before the content type": { anonymous: true, method: "POST", body: "x" },
      "authentication comes before the body": { ...posted("{"), anonymous: true },
      "authentication comes before the id": { anonymous: true, path: `${all}/7` }
    }
  ),
  ...rows(
    { status: 409, code: "remote_id_taken" },
    { "a declared conflict keeps its code": posted(JSON.stringify({ ...employer, name: "taken" })) }
  ),
  ...rows(
    { status: 500, code: "internal_error" },
    {
      "a defect is an internal error": { path: "/die" },
      "an answer that breaks the contract is an internal error": { path: "/break-contract" }
    }
  ),
  [
    "a failure that will pass says when to come back",
    { path: "/database-away" },
    { status: 503, code: "service_unavailable", headers: { "retry-after": "7" } }
  ],
  [
    "an interrupted request says when to come back",
    { path: "/interrupted" },
    { status: 503, code: "service_unavailable", headers: { "retry-after": "5" } }
  ]
]
