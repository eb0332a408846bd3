"""The calls of ../../calls.ts, with the clients that openapi-generator made for Python."""

import datetime
import os

import fund_client
import partner_client
from fund_client.models import EmployerLookupRequest, MemberRegistrationRequest
from partner_client.models import EmployerCreation

partner = partner_client.EmployersApi(
    partner_client.ApiClient(
        partner_client.Configuration(
            host=os.environ["SERVICE_URL"], api_key={"ProductKey": os.environ["KEY"]}
        )
    )
)
name, remote_id = os.environ["NAME"], os.environ["REMOTE_ID"]


def creation(abn):
    return EmployerCreation(abn=abn, name=name, remote_id=remote_id)


listed = partner.list_employers(remote_id=remote_id).data
print("list", len(listed))
print("get", partner.get_employer(listed[0].id).data.name)
try:
    partner.create_employer(creation("51824753556"))
except partner_client.ApiException as error:
    print(error.status, error.data.code)
try:
    partner.create_employer(creation("51824753557"))
except partner_client.ApiException as error:
    print(error.status, error.data.errors[0].pointer)

fund = fund_client.ApiClient(
    fund_client.Configuration(
        host=os.environ["FUND_URL"], api_key={"FundApiKey": os.environ["FUND_KEY"]}
    )
)
registration = fund_client.MemberRegistrationApi(fund)
lookup = fund_client.EmployerLookupApi(fund)


def member(**more):
    return MemberRegistrationRequest(
        tfn="876543210",
        first_name="Tom",
        family_name=os.environ["FAMILY_NAME"],
        date_of_birth=datetime.date(2000, 2, 29),
        email="tom.li@example.com",
        phone_number="+61491570156",
        address_line_1="7 Mitchell Street",
        locality="Darwin",
        postcode="0800",
        state="NT",
        **more,
    )


print("register", len(registration.register_member(member()).member_details.member_number) > 0)
for abn in ("80000000001", "42000000003"):
    found = lookup.look_up_employer(EmployerLookupRequest(abn=abn))
    print("lookup", found.employer_found, found.employer_details is not None)
try:
    registration.register_member(
        MemberRegistrationRequest(family_name="Li", date_of_birth=datetime.date(2000, 2, 29))
    )
except fund_client.ApiException as error:
    print(error.status, error.data.code)
