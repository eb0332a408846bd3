/** What the kit says of each flaw of these groups: call, auth, tls, transport, lookup, details, limits and time. */
export const access: Readonly<Record<string, string>> = {
  "nothing-at-the-address": "fail: Nothing takes a lookup at the address of the profile.",
  "header-names-in-capitals-only": "fail: The fund reads the names of headers by their letters.",
  "answers-cut-off": "fail: The fund's answer to a valid lookup is cut off: its JSON has no end.",
  "long-employer-name-refused": "warn: The fund refuses an employer's name of 200 characters.",
  "employer-number-placeholder": "warn: The fund gives a placeholder as employer_number, such as 0 or N/A.",
  "oldest-tls-accepted": "fail: The fund accepts TLS 1.0.",
  "older-tls-accepted": "fail: The fund accepts TLS 1.1.",
  "only-newest-tls": "warn: The fund refuses TLS 1.2.",
  "newest-tls-refused": "warn: The fund refuses TLS 1.3.",
  "strange-authority": "fail: The fund's certificate doesn't lead to an authority that is trusted.",
  "certificate-expired": "fail: The fund's certificate has expired.",
  "certificate-ends-soon": "warn: The fund's certificate ends soon.",
  "plain-http-served": "fail: The fund serves its operations over plain http too.",
  "unversioned-paths": "fail: The path of lookup and details holds no version.",
  "key-read-elsewhere": "fail: The fund refuses the credentials of a valid lookup.",
  "json-refused": "fail: The fund refuses application/json for a valid lookup.",
  "strict-clock": "warn: The fund refuses a token of a clock that is half a minute ahead of its own.",
  "idle-connection-lost": "warn: The fund loses a call on a connection that was idle.",
  "charset-refused": "warn: The fund refuses application/json with a charset parameter.",
  "media-type-by-letters": "warn: The fund refuses application/json in other letters.",
  "content-type-ignored": "warn: The fund doesn't look at the content type of a call.",
  "malformed-crash":
    "fail: The fund answers a server error to a body that isn't JSON, so the service repeats the call.",
  "malformed-accepted": "fail: The fund accepts a body that isn't JSON.",
  "malformed-answered-403":
    "fail: The fund answers a body that isn't JSON like wrong credentials, so the service stops calling it.",
  "array-crash":
    "fail: The fund answers a server error to a body that is an array, so the service repeats the call.",
  "empty-body-crash":
    "fail: The fund answers a server error to a body that is empty, so the service repeats the call.",
  "empty-body-accepted": "fail: The fund accepts a body that is empty.",
  "null-body-crash":
    "fail: The fund answers a server error to a body that is null, so the service repeats the call.",
  "other-encoding-crash":
    "warn: The fund answers a server error to a body that isn't UTF-8, so the service repeats the call.",
  "truncated-body-completed": "fail: The fund accepts a body that ends in the middle of the JSON.",
  "first-of-array-taken": "fail: The fund accepts a body that is an array.",
  "any-method-accepted": "fail: The fund does an operation by another method than POST.",
  "other-method-crash": "warn: The fund answers another method with a server error.",
  "answers-as-html": "warn: The content type of the fund's answer isn't application/json.",
  "byte-order-mark": "warn: The fund's answer begins with a byte order mark.",
  "always-compressed": "fail: The fund compresses an answer that nobody asked it to compress.",
  "redirects-to-slash": "fail: The fund redirects the call.",
  "large-body-refused": "fail: The fund refuses a body that is large, and allowed.",
  "header-names-by-letters": "fail: The fund reads the names of headers by their letters.",
  "one-piece-read": "fail: The fund doesn't read a call that arrives in several pieces.",
  "missing-key-accepted": "fail: The fund accepts a call without credentials.",
  "empty-key-accepted": "fail: The fund accepts a call with empty credentials.",
  "any-key-accepted": "fail: The fund accepts a call with credentials that the fund never gave.",
  "missing-key-crash":
    "fail: The fund answers a call without credentials with a server error, so it would be repeated.",
  "missing-key-answered-200":
    "fail: The fund refuses a call without credentials with a success status: only the body says that it is an error.",
  "missing-key-answered-400":
    "fail: The fund answers a call without credentials with another status than 401 or 403, so the service doesn't see that credentials are refused.",
  "wrong-key-crash":
    "fail: The fund answers a call with credentials that the fund never gave with a server error, so it would be repeated.",
  "wrong-key-answered-200":
    "fail: The fund refuses a call with credentials that the fund never gave with a success status: only the body says that it is an error.",
  "wrong-key-answered-400":
    "fail: The fund answers a call with credentials that the fund never gave with another status than 401 or 403, so the service doesn't see that credentials are refused.",
  "wrong-key-answered-404":
    "fail: The fund answers a call with credentials that the fund never gave with another status than 401 or 403, so the service doesn't see that credentials are refused.",
  "key-in-other-letters-accepted":
    "fail: The fund accepts a call whose key differs in capital and small letters.",
  "key-cut-off-accepted": "fail: The fund accepts a call whose key is cut off, or has something after it.",
  "key-with-more-accepted": "fail: The fund accepts a call whose key is cut off, or has something after it.",
  "last-letter-of-key-ignored": "fail: The fund accepts a call whose credentials differ in the last letter.",
  "key-in-address-accepted": "warn: The fund accepts its key in the address of a call.",
  "key-in-authorization-accepted":
    "warn: The fund accepts a call with the right secret in another header or scheme.",
  "inside-calls-accepted":
    "fail: The fund accepts a call without credentials that says that it is from inside (X-Forwarded-For).",
  "any-password-accepted":
    "fail: The fund accepts a call without credentials with a made-up password (Authorization: Basic).",
  "path-with-slash-open": "fail: The fund accepts a call without credentials whose path ends in a slash.",
  "path-in-capitals-open":
    "fail: The fund accepts a call without credentials whose path is in capital letters.",
  "original-url-trusted":
    "fail: The fund accepts a call without credentials to another path that names the operation in X-Original-URL.",
  "body-before-key": "warn: The fund validates the body of a call before it has checked the credentials.",
  "expired-token-accepted": "fail: The fund accepts a call with an expired token.",
  "late-token-accepted": "warn: The fund accepts a call with a token that expired eight minutes ago.",
  "audience-by-host": "warn: The fund accepts a call with a token for another path of the same host (aud).",
  "issuer-unchecked": "warn: The fund accepts a call with a token of another issuer (iss).",
  "used-token-forgotten": "warn: The fund accepts a call whose token was used a second before (jti).",
  "early-token-accepted": "fail: The fund accepts a call with a token that isn't valid yet.",
  "unsigned-token-accepted": "fail: The fund accepts a call with an unsigned token (alg none).",
  "audience-unchecked": "fail: The fund accepts a call with a token for another audience.",
  "unknown-key-accepted": "warn: The fund accepts a call with a token that names an unknown key (kid).",
  "signature-unchecked": "fail: The fund accepts a call with a token that another key has signed.",
  "public-key-as-secret":
    "fail: The fund accepts a call with a token that is signed by HS256 with the public key as its secret.",
  "key-of-the-header-trusted":
    "fail: The fund accepts a call with a token that is signed by the key in its own header (jwk).",
  "key-of-an-unnamed-token-trusted":
    "fail: The fund accepts a call with a token that is signed by the key in its own header (jwk).",
  "key-address-of-the-header-trusted":
    "fail: The fund accepts a call with a token whose header says where its key is (jku).",
  "certificate-of-the-header-trusted":
    "fail: The fund accepts a call with a token that is signed by the key of a certificate in its own header (x5c).",
  "critical-header-ignored":
    "warn: The fund accepts a call with a token whose header has to be understood and isn't known (crit).",
  "audience-by-its-beginning":
    "fail: The fund accepts a call with a token whose audience is a letter longer or shorter.",
  "beginning-of-the-audience":
    "fail: The fund accepts a call with a token whose audience is a letter longer or shorter.",
  "audience-not-required": "fail: The fund accepts a call with a token without an audience (aud).",
  "other-padding-accepted":
    "fail: The fund accepts a call with a token that is signed by RS256 where PS256 is agreed.",
  "long-life-accepted": "warn: The fund accepts a call with a token that is valid for a year.",
  "subject-unchecked": "warn: The fund accepts a call with a token for another client (sub).",
  "endless-token-accepted": "warn: The fund accepts a call with a token that never expires.",
  "used-token-accepted": "warn: The fund accepts a call whose token was used before (jti).",
  "any-token-accepted": "fail: The fund accepts a call with credentials that the fund never gave.",
  "token-crash":
    "fail: The fund answers a call with credentials that the fund never gave with a server error, so it would be repeated.",
  "token-life-missing": "warn: The token endpoint doesn't say how long a token is valid.",
  "token-life-short": "warn: The token endpoint's tokens are valid for less than a minute.",
  "token-life-as-text": "fail: The token endpoint's expires_in isn't a whole number of seconds above 0.",
  "token-type-wrong": "fail: The token endpoint's answer has a token_type other than Bearer.",
  "token-in-envelope": "fail: The token endpoint's answer has no usable access_token.",
  "token-error-answered-200": "fail: The token endpoint answers an error with a success status.",
  "token-error-answered-500":
    "fail: The token endpoint doesn't answer 400, 401 or 403 to a client without authentication.",
  "assertion-unchecked": "fail: The token endpoint gives a token to a client without authentication.",
  "any-grant-accepted": "warn: The token endpoint doesn't refuse a grant that isn't agreed.",
  "any-access-token-accepted": "fail: The fund accepts a call with credentials that the fund never gave.",
  "no-certificate-accepted": "fail: The fund accepts a call without credentials.",
  "any-certificate-accepted": "fail: The fund accepts a call with credentials that the fund never gave.",
  "every-abn-matches": "fail: The fund finds employers that were made up.",
  "shared-beginning-matches":
    "fail: The fund finds employers whose ABNs only begin like the ABN of an employer of the fund.",
  "shared-end-matches":
    "fail: The fund finds employers whose ABNs only end like the ABN of an employer of the fund.",
  "first-nine-digits-match": "fail: The fund finds an employer by the first nine digits of its ABN alone.",
  "first-ten-digits-match": "fail: The fund finds an employer by the first ten digits of its ABN alone.",
  "company-number-matches": "fail: The fund finds an employer by the last nine digits of its ABN alone.",
  "last-ten-digits-match": "fail: The fund finds an employer by the last ten digits of its ABN alone.",
  "unknown-employers-crash": "fail: The fund answers a server error to a valid lookup.",
  "unknown-employers-answered-404": "fail: The fund answers 404 in place of a lookup's result.",
  "former-employer-crash": "fail: The fund answers a server error to a valid lookup.",
  "former-employer-answered-404": "fail: The fund answers 404 in place of a lookup's result.",
  "former-employer-late": "fail: The fund answers a lookup later than after 2.5 seconds.",
  "former-employer-matches": "fail: The fund finds an employer that has left it (check.former_employer_abn).",
  "own-employer-missed":
    "fail: The fund doesn't find an employer that the profile names as its own (check.matching_abn).",
  "no-match-answered-404": "fail: The fund answers 404 in place of a lookup's result.",
  "no-match-answered-204": "fail: A lookup's answer has no employer_found of true or false.",
  "no-match-with-null": "fail: The fund's answer without a match holds more than employer_found.",
  "no-match-with-more": "fail: The fund's answer without a match holds more than employer_found.",
  "no-match-empty": "fail: A lookup's answer has no employer_found of true or false.",
  "match-with-null": "warn: The fund gives employer_details as null.",
  "employer-number-null": "warn: The fund gives employer_number as null.",
  "employer-number-as-number": "fail: The fund gives an employer_number that breaks the specification.",
  "employer-number-empty": "warn: The fund gives an empty employer_number.",
  "employer-number-too-long":
    "warn: The fund gives an employer_number that is longer than 64 characters or not printable.",
  "spaced-abn-accepted": "warn: The fund accepts an ABN with spaces.",
  "changing-lookup": "fail: The fund answers the same lookup in different ways.",
  "slow-lookup": "fail: The fund answers a lookup later than after 2.5 seconds.",
  "details-refused": "fail: The fund refuses a valid delivery of employer details.",
  "empty-answers-refused":
    "fail: The fund refuses employer details in which details or custom_answers are empty.",
  "unknown-answers-refused": "warn: The fund refuses an answer to a question that it doesn't know.",
  "ampersand-crash": "fail: The fund refuses an employer's name with signs such as & and an apostrophe.",
  "details-repeat-refused": "fail: The fund refuses a repeat of employer details.",
  "correction-refused": "fail: The fund refuses a correction of employer details (a later confirmed_at).",
  "answered-before-stored": "warn: The fund answers before the employer details are stored (202).",
  "busy-answered-503": "fail: The fund answers calls that arrive at the same time with a server error.",
  "busy-without-retry-after":
    "fail: The fund answers 429 without a usable Retry-After when calls arrive at the same time.",
  "busy-dropped": "fail: The fund loses calls that arrive at the same time.",
  "busy-refused": "fail: The fund refuses calls that arrive at the same time.",
  "lookups-mixed": "fail: The fund answers a lookup for another ABN if lookups arrive at the same time.",
  "answer-too-long": "fail: The fund's answer is longer than 65536 bytes.",
  "never-answered": "fail: The fund doesn't end its answer in time.",
  "answer-never-ends": "fail: The fund doesn't end its answer in time.",
  "keys-never-renewed":
    "warn: The fund refuses a token of a new key, also half a minute after the JWKS has the key: it doesn't fetch the JWKS again, or not so soon."
}
