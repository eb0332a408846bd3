"""The calls of ../../calls.ts, with the clients that openapi-python-client made."""

import datetime
import os
from http import HTTPStatus

from embedded_super_partner_api_client import AuthenticatedClient as PartnerClient
from embedded_super_partner_api_client.api.employers import create_employer, get_employer, list_employers
from embedded_super_partner_api_client.models import ConflictProblem, EmployerCreation, ValidationFailedProblem
from fund_api_client import AuthenticatedClient as FundClient
from fund_api_client.api.employer_lookup import look_up_employer
from fund_api_client.api.member_registration import register_member
from fund_api_client.models import (
    AustralianState,
    EmployerLookupRequest,
    FundBadRequestProblem,
    MemberRegistrationRequest,
)
from fund_api_client.types import UNSET

partner = PartnerClient(
    base_url=os.environ["SERVICE_URL"], token=os.environ["KEY"], prefix="", auth_header_name="X-API-Key"
)
name, remote_id = os.environ["NAME"], os.environ["REMOTE_ID"]


def create(abn):
    return create_employer.sync(
        client=partner, body=EmployerCreation(abn=abn, name=name, remote_id=remote_id)
    )


listed = list_employers.sync(client=partner, remote_id=remote_id).data
print("list", len(listed))
print("get", get_employer.sync(listed[0].id, client=partner).data.name)
conflict = create("51824753556")
assert isinstance(conflict, ConflictProblem)
print(conflict.status, conflict.code)
invalid = create("51824753557")
assert isinstance(invalid, ValidationFailedProblem)
print(invalid.status, invalid.errors[0].pointer)

fund = FundClient(
    base_url=os.environ["FUND_URL"], token=os.environ["FUND_KEY"], prefix="", auth_header_name="X-Auth-Key"
)
birth = datetime.date(2000, 2, 29)
registered = register_member.sync(
    client=fund,
    body=MemberRegistrationRequest(
        tfn="876543210",
        first_name="Tom",
        family_name=os.environ["FAMILY_NAME"],
        date_of_birth=birth,
        email="tom.li@example.com",
        phone_number="+61491570156",
        address_line_1="7 Mitchell Street",
        locality="Darwin",
        postcode="0800",
        state=AustralianState.NT,
    ),
)
print("register", len(registered.member_details.member_number) > 0)
for abn in ("80000000001", "42000000003"):
    found = look_up_employer.sync(client=fund, body=EmployerLookupRequest(abn=abn))
    print("lookup", found.employer_found, found.employer_details is not UNSET)
refused = register_member.sync(
    client=fund, body=MemberRegistrationRequest(family_name="Li", date_of_birth=birth)
)
assert isinstance(refused, FundBadRequestProblem)
print(HTTPStatus(refused.status).value, refused.code)
