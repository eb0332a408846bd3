// The calls of ../../calls.ts, with the clients that oapi-codegen made.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"example/fund"
	"example/partner"

	"github.com/oapi-codegen/runtime/types"
)

func must[A any](value A, err error) A {
	if err != nil {
		panic(err)
	}
	return value
}

func withKey(header, variable string) func(context.Context, *http.Request) error {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set(header, os.Getenv(variable))
		return nil
	}
}

func main() {
	ctx := context.Background()
	service := must(partner.NewClientWithResponses(os.Getenv("SERVICE_URL"),
		partner.WithRequestEditorFn(withKey("X-API-Key", "KEY"))))
	remoteID := os.Getenv("REMOTE_ID")
	create := func(abn string) *partner.CreateEmployerResponse {
		return must(service.CreateEmployerWithResponse(ctx, nil,
			partner.EmployerCreation{Abn: abn, Name: os.Getenv("NAME"), RemoteId: remoteID}))
	}
	list := must(service.ListEmployersWithResponse(ctx, &partner.ListEmployersParams{RemoteId: &remoteID}))
	fmt.Println("list", len(list.JSON200.Data))
	got := must(service.GetEmployerWithResponse(ctx, list.JSON200.Data[0].Id, nil))
	fmt.Println("get", got.JSON200.Data.Name)
	conflict := create("51824753556").ApplicationproblemJSON409
	fmt.Println(conflict.Status, conflict.Code)
	invalid := create("51824753557").ApplicationproblemJSON422
	fmt.Println(invalid.Status, invalid.Errors[0].Pointer)

	simulator := must(fund.NewClientWithResponses(os.Getenv("FUND_URL"),
		fund.WithRequestEditorFn(withKey("X-Auth-Key", "FUND_KEY"))))
	birth := types.Date{Time: time.Date(2000, 2, 29, 0, 0, 0, 0, time.UTC)}
	state, email := fund.NT, fund.EmailAddress("tom.li@example.com")
	registered := must(simulator.RegisterMemberWithResponse(ctx, nil, fund.MemberRegistrationRequest{
		Tfn: text("876543210"), FirstName: text("Tom"), FamilyName: os.Getenv("FAMILY_NAME"), DateOfBirth: birth,
		Email: &email, PhoneNumber: text("+61491570156"), AddressLine1: text("7 Mitchell Street"),
		Locality: text("Darwin"), Postcode: text("0800"), State: &state,
	}))
	member := registered.JSON201
	if member == nil {
		member = registered.JSON200
	}
	fmt.Println("register", len(member.MemberDetails.MemberNumber) > 0)
	for _, abn := range []string{"80000000001", "42000000003"} {
		found := must(simulator.LookUpEmployerWithResponse(ctx, nil, fund.EmployerLookupRequest{Abn: abn})).JSON200
		fmt.Println("lookup", found.EmployerFound, found.EmployerDetails != nil)
	}
	refused := must(simulator.RegisterMemberWithResponse(ctx, nil,
		fund.MemberRegistrationRequest{FamilyName: "Li", DateOfBirth: birth})).ApplicationproblemJSON400
	fmt.Println(refused.Status, refused.Code)
}

func text(value string) *string { return &value }
