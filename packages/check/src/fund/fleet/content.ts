/** What the kit says of each flaw of these groups: schema, register, privacy and errors. */
export const content: Readonly<Record<string, string>> = {
  "accent-mangled": "fail: The fund mangles the accents of a name.",
  "accent-refused": "fail: The fund refuses a name with an accent.",
  "accepted-without-body": "fail: The answer to a registration doesn't have the specified form: it is empty.",
  "address-in-answer": "warn: The address comes back in the answer to a registration.",
  "all-fields-crash":
    "fail: The fund answers a server error to a registration with every field that its profile takes.",
  "apostrophe-crash": "fail: The fund answers a server error to a family name with an apostrophe.",
  "apostrophe-refused": "fail: The fund refuses a family name with an apostrophe.",
  "birth-date-in-answer": "warn: The date of birth comes back in the answer to a registration.",
  "birth-date-in-member-number": "warn: The member number is made of the date of birth.",
  "beginning-of-key-kept": "fail: Two persons get the same member number.",
  "member-number-padded": "warn: The member number has spaces or line ends around it.",
  "long-ago-birth-crash":
    "fail: The fund answers a server error to a registration with an unusable value (date_of_birth is more than a hundred years ago), so the service repeats the call.",
  "optional-tfn-in-answer": "fail: The tax file number comes back in the answer to a registration.",
  "optional-tfn-in-groups": "fail: The tax file number comes back in the answer to a registration.",
  "optional-tfn-in-header": "fail: The tax file number comes back in the answer to a registration.",
  "optional-tfn-as-member-number": "fail: The tax file number comes back in the answer to a registration.",
  "optional-tfn-in-error": "fail: The tax file number comes back in an error.",
  "twins-are-one-member":
    "fail: The fund takes two persons with the same family name, date of birth, phone number and address for one member.",
  "couples-are-one-member":
    "fail: The fund takes two persons with the same family name, e-mail address, phone number and address for one member.",
  "shared-phone-is-one-member": "fail: The fund takes two persons with the same phone number for one member.",
  "shared-address-is-one-member": "fail: The fund takes two persons with the same address for one member.",
  "retry-after-of-a-year": "fail: The fund answers 429 with a Retry-After of more than five days.",
  "retry-after-passed": "warn: The fund answers 429 with a Retry-After that has passed.",
  "birth-date-in-error": "warn: The date of birth comes back in an error.",
  "birth-date-not-required":
    "fail: The fund accepts a registration without a required field (date_of_birth).",
  "camel-case-answer":
    "fail: The answer to a registration doesn't have the specified form: member_details is missing or of a wrong type.",
  "email-not-required": "warn: The fund accepts a registration without a required field (email).",
  "employer-found-as-number":
    "fail: The answer to a lookup doesn't have the specified form: employer_found is missing or of a wrong type.",
  "employer-found-as-text":
    "fail: The answer to a lookup doesn't have the specified form: employer_found is missing or of a wrong type.",
  "examples-refused": "fail: The fund refuses the specification's example full_profile.",
  "existing-member-another-persons-number":
    "fail: The fund gives a person who is a member already another person's member number.",
  "existing-member-without-body":
    "fail: The answer for a person who is a member already has no usable member number.",
  "existing-member-without-number":
    "fail: The answer for a person who is a member already has no usable member number.",
  "exempt-persons-are-one-member":
    "fail: The fund takes two persons with the TFN exemption not_quoted for one member.",
  "number-counted-without-lock":
    "fail: Two persons who were registered at the same time get the same member number.",
  "refusal-kept-with-key":
    "warn: The fund refuses a corrected call whose key came with a refused one before.",
  "existing-member-new-number":
    "warn: The fund gives a person who is a member already another member number.",
  "existing-member-refused": "fail: The fund refuses a person who is a member already.",
  "failure-answered-200": "fail: The fund answers the profile's failing_abn as a success.",
  "failure-answered-400": "fail: The fund answers the profile's failing_abn with another status than 5xx.",
  "flat-answer":
    "fail: The answer to a registration doesn't have the specified form: member_details is missing or of a wrong type.",
  "foreign-phone-refused": "fail: The fund refuses a phone number of another country.",
  "frequency-crash": "fail: The fund answers a server error to the contribution_frequency four_weekly.",
  "gender-refused": "fail: The fund refuses the gender other.",
  "html-refusals": "warn: An error is a page in HTML.",
  "hyphen-refused": "fail: The fund refuses a name with a hyphen.",
  "impossible-date-crash":
    "fail: The fund answers a server error to a registration with an unusable value (date_of_birth is not in the calendar, date_of_birth is not a date, date_of_birth is too long), so the service repeats the call.",
  "shared-email-is-one-member":
    "fail: The fund takes two persons with the same e-mail address for one member.",
  "shared-email-refused": "warn: The fund refuses a person whose e-mail address another member has.",
  "key-answers-for-another-person":
    "fail: The fund answers a key that it knows with the first person's number, also for another person.",
  "leading-zero-postcode-refused": "fail: The fund refuses a postcode that begins with a zero.",
  "leap-day-moved": "fail: The fund moves a birth on a leap day to another day.",
  "leap-day-refused": "fail: The fund refuses a birth on a leap day.",
  "list-answer":
    "fail: The answer to a registration doesn't have the specified form: it isn't an object with the specified properties.",
  "long-name-cut": "fail: The fund cuts a name of sixty letters.",
  "long-name-refused": "fail: The fund refuses a name of sixty letters.",
  "long-text-crash":
    "fail: The fund answers a server error to a registration with an unusable value (locality is far too long, locality is too long), so the service repeats the call.",
  "longest-address-refused":
    "fail: The fund refuses the longest address_line_1 that the specification allows.",
  "longest-name-refused": "fail: The fund refuses the longest first_name that the specification allows.",
  "lookup-abn-type-crash":
    "fail: The fund answers a server error to a lookup without a usable ABN (a number, null, a list), so the service repeats the call.",
  "lookup-missing-abn-crash":
    "fail: The fund answers a server error to a lookup without a usable ABN (abn is missing), so the service repeats the call.",
  "member-number-as-number": "fail: The member number isn't a text.",
  "member-number-blank": "fail: The member number is empty.",
  "member-number-empty": "fail: The member number is empty.",
  "member-number-for-all": "fail: Two persons get the same member number.",
  "member-number-missing": "fail: The answer to a registration has no member number.",
  "member-number-null": "fail: The answer to a registration has no member number.",
  "member-number-placeholder": "fail: The member number is a placeholder.",
  "member-number-too-long": "fail: The member number is longer than 64 characters.",
  "member-number-with-line-break": "fail: The member number has characters that can't be printed.",
  "member-number-zero": "fail: The member number is a placeholder.",
  "middle-name-demanded": "fail: The fund refuses a registration without the optional field middle_name.",
  "missing-field-crash":
    "fail: The fund answers a server error to a registration without a required field (tfn, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state), so the service repeats the call.",
  "null-accepted":
    "warn: The fund accepts a registration with null in a field (tfn, first_name, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state, middle_name, other_name, address_line_2, gender, employment_start_date, contribution_frequency).",
  "null-crash":
    "fail: The fund answers a server error to a registration with null in a field (tfn, first_name, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state, middle_name, other_name, address_line_2, gender, employment_start_date, contribution_frequency), so the service repeats the call.",
  "old-person-refused": "fail: The fund refuses a person of a great age.",
  "one-letter-refused": "fail: The fund refuses a family name of one letter.",
  "other-name-refused": "fail: The fund refuses a registration with the optional field other_name.",
  "typographic-apostrophe-refused": "fail: The fund refuses a name with a typographic apostrophe.",
  "parallel-repeat-registers-twice":
    "fail: The fund registers a person more than once if calls with the same Idempotency-Key come at the same time.",
  "pending-tfn-crash": "fail: The fund answers a server error to the TFN exemption pending.",
  "rate-limit-answered-403":
    "fail: The fund answers the profile's rate_limited_abn with another status than 429.",
  "rate-limit-answered-503":
    "fail: The fund answers the profile's rate_limited_abn with another status than 429.",
  "refused-person-kept": "warn: The fund keeps a person as a member whose registration it refused.",
  "registration-repeat-refused": "fail: The fund refuses a repeat with the same Idempotency-Key.",
  "rejected-value-in-error": "warn: The e-mail address comes back in an error.",
  "repeat-new-number": "fail: The fund gives a repeat with the same Idempotency-Key another member number.",
  "request-in-error": "fail: The tax file number comes back in an error.",
  "required-fields-not-checked":
    "fail: The fund accepts a registration without a required field (tfn, family_name, date_of_birth, email, phone_number, address_line_1, locality, postcode, state).",
  "retry-after-as-epoch": "fail: The fund answers 429 with a time in place of seconds in Retry-After.",
  "retry-after-in-milliseconds": "warn: The fund answers 429 with a Retry-After of more than an hour.",
  "retry-after-as-words": "fail: The fund answers 429 with a Retry-After that can't be read.",
  "retry-after-missing": "fail: The fund answers 429 without Retry-After.",
  "retry-after-negative": "fail: The fund answers 429 with a Retry-After that can't be read.",
  "shortest-locality-refused": "fail: The fund refuses the shortest locality that the specification allows.",
  "single-name-refused": "fail: The fund refuses a person with a single name.",
  "space-refused": "fail: The fund refuses a name with spaces.",
  "stack-trace-in-failure":
    "fail: An error shows the fund's inside: a stack trace or a message of its database.",
  "stack-trace-in-refusal":
    "fail: An error shows the fund's inside: a stack trace or a message of its database.",
  "start-date-demanded":
    "fail: The fund refuses a registration without the optional field employment_start_date.",
  "state-refused": "fail: The fund refuses the state ACT.",
  "tfn-as-base64": "fail: The tax file number comes back in the answer to a registration.",
  "last-digits-of-tfn":
    "warn: The last digits of the tax file number come back in the answer to a registration.",
  "local-birth-date-in-answer": "warn: The date of birth comes back in the answer to a registration.",
  "family-name-in-error": "warn: The family name comes back in an error.",
  "tfn-as-member-number": "fail: The tax file number comes back in the answer to a registration.",
  "tfn-exemption-refused": "fail: The fund refuses the TFN exemption not_quoted.",
  "tfn-in-answer": "fail: The tax file number comes back in the answer to a registration.",
  "tfn-in-error": "fail: The tax file number comes back in an error.",
  "tfn-in-groups": "fail: The tax file number comes back in the answer to a registration.",
  "tfn-in-header": "fail: The tax file number comes back in the answer to a registration.",
  "tfn-not-required": "warn: The fund accepts a registration without a required field (tfn).",
  "unknown-field-crash":
    "fail: The fund answers a server error to a registration with a field that it doesn't know, so the service repeats the call.",
  "unknown-value-crash":
    "fail: The fund answers a server error to a registration with an unusable value (state is not among its values), so the service repeats the call.",
  "valid-lookup-crash": "fail: The fund answers a server error to a valid lookup.",
  "valid-registration-crash": "fail: The fund answers a server error to a valid registration.",
  "validation-answered-200": "fail: The fund accepts a lookup that fails validation (abn is missing).",
  "validation-answered-401":
    "fail: The fund answers a lookup that fails validation (abn is missing) like wrong credentials, so the service stops calling it.",
  "validation-answered-422":
    "fail: The fund answers a lookup that fails validation (abn is missing) with another status than 400.",
  "validation-answered-429":
    "fail: The fund answers a lookup that fails validation like a call too many, so the service repeats it.",
  "validation-answered-500":
    "fail: The fund answers a server error to a lookup that fails validation (abn is missing), so the service repeats the call.",
  "wrong-type-accepted":
    "warn: The fund accepts a registration with a field of a wrong type (tfn is a number, first_name is a number, first_name is an object, family_name is a number, family_name is a list, date_of_birth is a number, date_of_birth is a boolean, email is a number, phone_number is a number, phone_number is an object and 18 more).",
  "wrong-type-crash":
    "fail: The fund answers a server error to a registration with a field of a wrong type (tfn is a number, first_name is a number, first_name is an object, family_name is a number, family_name is a list, date_of_birth is a number, date_of_birth is a boolean, email is a number, phone_number is a number, phone_number is an object and 18 more), so the service repeats the call.",
  "email-with-plus-refused": "fail: The fund refuses an e-mail address with a plus.",
  "email-with-apostrophe-refused": "fail: The fund refuses an e-mail address with an apostrophe.",
  "email-in-capitals-refused": "fail: The fund refuses an e-mail address with capital letters.",
  "long-domain-refused": "warn: The fund refuses an e-mail address with a top-level domain of seven letters.",
  "zero-tfn-refused": "fail: The fund refuses a tax file number that begins with a zero.",
  "long-phone-refused": "fail: The fund refuses a phone number of fifteen digits.",
  "past-start-date-refused": "fail: The fund refuses an employment start date in the past.",
  "future-start-date-refused": "fail: The fund refuses an employment start date in the future.",
  "exemption-with-middle-name-refused":
    "fail: The fund refuses a registration with middle_name and tfn_exemption_type together.",
  "unit-with-gender-crash":
    "fail: The fund answers a server error to a registration with address_line_2 and gender together.",
  "frequency-needs-start-date":
    "fail: The fund refuses a registration with contribution_frequency and tfn_exemption_type together.",
  "long-suburb-refused": "fail: The fund refuses a locality of 31 characters.",
  "full-name-too-long":
    "fail: The fund refuses a first name of 11 letters together with a family name of 30 letters.",
  "long-apostrophe-refused": "fail: The fund refuses a family name of 12 letters with an apostrophe.",
  "accent-with-hyphen-refused": "fail: The fund refuses a first name with a hyphen and an accent.",
  "repeat-forgotten-after-restart":
    "fail: The fund gives a repeat with the same Idempotency-Key another member number after a restart."
}
