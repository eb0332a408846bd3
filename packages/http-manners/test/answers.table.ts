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

/** Requests of every kind, and the expected answers. */
export const table: ReadonlyArray<readonly [string, Sent, Want]> = [
  ["an operation answers", {}, { status: 200 }],
  ["a path that nothing has is not found", { path: "/api/v1/nothing" }, { status: 404, code: "not_found" }],
  [
    "another spelling of a path is not found",
    { path: "/API/v1/employers" },
    { status: 404, code: "not_found" }
  ],
  [
    "a semicolon belongs to the path, and opens no query",
    { path: "/api/v1/employers;limit=1" },
    { status: 404, code: "not_found" }
  ],
  [
    "a semicolon belongs to an id, too",
    { path: `/api/v1/employers/${id};limit=1` },
    { status: 404, code: "not_found" }
  ],
  ["a trailing slash is not found", { path: "/api/v1/employers/" }, { status: 404, code: "not_found" }],
  ...["GET", "PUT", "DELETE", "OPTIONS"].flatMap((method): typeof table => [
    [
      `an empty id is not found, whatever ${method} would do there`,
      { method, path: "/api/v1/employers/" },
      { status: 404, code: "not_found" }
    ],
    [
      `an empty id on the way is not found, whatever ${method} would do there`,
      { method, path: "/api/v1/employers//open" },
      { status: 404, code: "not_found" }
    ]
  ]),
  [
    "an id of the wrong shape is not found",
    { path: "/api/v1/employers/7" },
    { status: 404, code: "not_found" }
  ],
  [
    "a bad percent-escape is malformed",
    { path: "/api/v1/employers/%zz" },
    { status: 400, code: "malformed_request" }
  ],
  [
    "an escape that isn't UTF-8 is malformed",
    { path: "/api/v1/employers/%E0%A4%A" },
    { status: 400, code: "malformed_request" }
  ],
  [
    "another method is not allowed, and says which are",
    { method: "PUT" },
    { status: 405, code: "method_not_allowed", headers: { allow: "GET, HEAD, OPTIONS, POST" } }
  ],
  ...["GET", "HEAD", "DELETE", "PATCH"].map((method): (typeof table)[number] => [
    `${method} on a path that is taken for another's id elsewhere is not allowed`,
    { method, path: "/api/v1/employers/replay" },
    {
      status: 405,
      headers: { allow: "OPTIONS, POST" },
      ...(method === "HEAD" ? {} : { code: "method_not_allowed" })
    }
  ]),
  [
    "OPTIONS tells the methods of such a path alone",
    { method: "OPTIONS", path: "/api/v1/employers/replay" },
    { status: 204, headers: { allow: "OPTIONS, POST" } }
  ],
  [
    "an unusual method is not allowed",
    { method: "PROPFIND", path: `/api/v1/employers/${id}` },
    { status: 405, code: "method_not_allowed", headers: { allow: "DELETE, GET, HEAD, OPTIONS" } }
  ],
  [
    "an unusual method on a path that nothing has is not found",
    { method: "PROPFIND", path: "/x" },
    { status: 404 }
  ],
  [
    "OPTIONS says which methods there are, and opens nothing to other origins",
    {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" }
    },
    { status: 204, headers: { allow: "GET, HEAD, OPTIONS, POST" } }
  ],
  ["OPTIONS on a path that nothing has is not found", { method: "OPTIONS", path: "/x" }, { status: 404 }],
  ["HEAD answers like GET", { method: "HEAD" }, { status: 200 }],
  [
    "HEAD of an entity has its tag",
    { method: "HEAD", path: `/api/v1/employers/${id}` },
    { status: 200, headers: { etag: '"3-ab"' } }
  ],
  [
    "what the caller has already is not sent again",
    { path: `/api/v1/employers/${id}`, headers: { "if-none-match": '"3-ab"' } },
    { status: 304, headers: { etag: '"3-ab"' } }
  ],
  [
    "nor to one who has several versions, or compares weakly",
    { path: `/api/v1/employers/${id}`, headers: { "if-none-match": 'W/"2-aa", W/"3-ab"' } },
    { status: 304 }
  ],
  [
    "nor to one who asks whether there is any",
    { method: "HEAD", path: `/api/v1/employers/${id}`, headers: { "if-none-match": "*" } },
    { status: 304 }
  ],
  [
    "another version is sent",
    { path: `/api/v1/employers/${id}`, headers: { "if-none-match": '"3-aa", nonsense' } },
    { status: 200 }
  ],
  [
    "nobody learns without a key whether something has changed",
    { anonymous: true, path: `/api/v1/employers/${id}`, headers: { "if-none-match": "*" } },
    { status: 401 }
  ],
  ["a page is read by HEAD as well", { method: "HEAD", path: "/pages/x" }, { status: 200 }],
  [
    "a page takes no other method",
    { method: "POST", path: "/pages/x" },
    { status: 405, code: "method_not_allowed", headers: { allow: "GET, HEAD, OPTIONS" } }
  ],
  [
    "OPTIONS of a page",
    { method: "OPTIONS", path: "/pages/x" },
    { status: 204, headers: { allow: "GET, HEAD, OPTIONS" } }
  ],
  [
    "an operation that is given up says since when and until when, and where it is told",
    { method: "POST", path: "/retire", body: '{"app":"settings"}', headers: json },
    { status: 204, headers: retired }
  ],
  [
    "also where it refuses",
    { method: "POST", path: "/retire", body: "{}", headers: json },
    { status: 422, headers: retired }
  ],
  ["HEAD on a path that has no GET is not allowed", { method: "HEAD", path: "/trigger" }, { status: 405 }],
  ["a POST without a body needs no content type", { method: "POST", path: "/trigger" }, { status: 204 }],
  ["a body may be left out where it is optional", { method: "POST", path: "/open" }, { status: 204 }],
  [
    "null is no body, also where it is optional",
    { method: "POST", path: "/open", body: " null\n", headers: json },
    { status: 400, code: "malformed_request" }
  ],
  [
    "another content type is refused",
    { method: "POST", body: "<a/>", headers: { "content-type": "text/xml" } },
    { status: 415, code: "unsupported_media_type", headers: { "accept-encoding": "identity" } }
  ],
  [
    "a body without a content type is refused",
    { method: "POST", body: "{}" },
    { status: 415, code: "unsupported_media_type" }
  ],
  [
    "another character set is refused",
    { method: "POST", body: "{}", headers: { "content-type": "application/json; charset=iso-8859-1" } },
    { status: 415 }
  ],
  [
    "a compressed body is refused",
    { method: "POST", body: "{}", headers: { ...json, "content-encoding": "gzip" } },
    { status: 415 }
  ],
  [
    "a charset parameter of UTF-8 is fine",
    {
      method: "POST",
      body: JSON.stringify(employer),
      headers: { "content-type": "application/json; charset=UTF-8" }
    },
    { status: 201 }
  ],
  [
    "an Accept that excludes the answer is refused",
    { headers: { accept: "application/xml" } },
    { status: 406, code: "not_acceptable" }
  ],
  [
    "a weight of nothing excludes",
    { headers: { accept: "application/json;q=0, */*;q=0.1" } },
    { status: 406 }
  ],
  ["a wildcard admits", { headers: { accept: "text/html, application/*;q=0.2" } }, { status: 200 }],
  [
    "an operation that answers PDF doesn't answer JSON",
    { path: "/form", headers: { accept: "application/json" } },
    { status: 406 }
  ],
  [
    "an operation that answers nothing takes any Accept",
    { method: "POST", path: "/trigger", headers: { accept: "text/html" } },
    { status: 204 }
  ],
  [
    "no key is unauthenticated",
    { anonymous: true },
    { status: 401, code: "unauthenticated", headers: { "www-authenticate": "ApiKey" } }
  ],
  [
    "an unknown key is unauthenticated",
    { headers: { "x-api-key": "guess" } },
    { status: 401, code: "unauthenticated" }
  ],
  [
    "authentication comes before the content type",
    { anonymous: true, method: "POST", body: "x" },
    { status: 401, code: "unauthenticated" }
  ],
  [
    "authentication comes before the body",
    { anonymous: true, method: "POST", body: "{", headers: json },
    { status: 401, code: "unauthenticated" }
  ],
  [
    "authentication comes before the id",
    { anonymous: true, path: "/api/v1/employers/7" },
    { status: 401, code: "unauthenticated" }
  ],
  [
    "JSON that doesn't parse is malformed",
    { method: "POST", body: "{", headers: json },
    { status: 400, code: "malformed_request" }
  ],
  [
    "an empty body is malformed",
    { method: "POST", headers: json },
    { status: 400, code: "malformed_request" }
  ],
  [
    "no body and no content type is malformed",
    { method: "POST" },
    { status: 400, code: "malformed_request" }
  ],
  [
    "a list is malformed",
    { method: "POST", body: "[]", headers: json },
    { status: 400, code: "malformed_request" }
  ],
  [
    "null is malformed",
    { method: "POST", body: "null", headers: json },
    { status: 400, code: "malformed_request" }
  ],
  [
    "half a character, escaped, is malformed",
    { method: "POST", body: String.raw`{"abn":"00000000001","name":"a\ud83db"}`, headers: json },
    { status: 400, code: "malformed_request" }
  ],
  [
    "a whole character, escaped, is fine, and so is a backslash before a u",
    { method: "POST", body: String.raw`{"abn":"00000000001","name":"\ud83d\ude00 \\ud83d"}`, headers: json },
    { status: 201 }
  ],
  [
    "a body that isn't UTF-8 is malformed",
    {
      method: "POST",
      body: Buffer.from(`{"abn":"00000000001","name":"Jos\u00e9"}`, "latin1"),
      headers: json
    },
    { status: 400, code: "malformed_request" }
  ],
  [
    "a declared conflict keeps its code",
    { method: "POST", body: JSON.stringify({ ...employer, name: "taken" }), headers: json },
    { status: 409, code: "remote_id_taken" }
  ],
  [
    "a body over the limit is refused",
    { method: "POST", body: "x".repeat(262_145), headers: json },
    { status: 413, code: "payload_too_large" }
  ],
  [
    "a body at the limit is read",
    { method: "POST", body: "x".repeat(262_144), headers: json },
    { status: 400 }
  ],
  ["a defect is an internal error", { path: "/die" }, { status: 500, code: "internal_error" }],
  [
    "an answer that breaks the contract is an internal error",
    { path: "/break-contract" },
    { status: 500, code: "internal_error" }
  ],
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
