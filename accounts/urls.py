"""The pages of people. Of allauth's pages only those listed here exist; they keep allauth's names."""

from allauth.account import views as allauth_views
from django.urls import include, path, re_path

from accounts import face_page, views
from accounts.codes import ChangeAddress, ConfirmAddressCode, ConfirmSignInCode
from accounts.decorators import as_visitor, for_newcomers_and_guests, not_for_guests
from accounts.identity import for_proved_identity

own_patterns = [
    path("language/", views.language, name="language"),
    path("settings/", views.settings, name="settings"),
    path("settings/face/", face_page.choose_face, name="face"),
    path("identity/", views.confirm_identity, name="confirm_identity"),
    path("signup/code/", views.confirm_sign_up, name="confirm_sign_up"),
]

sign_in_patterns = [
    path("login/", for_newcomers_and_guests(as_visitor(allauth_views.login)), name="account_login"),
    path(
        "login/code/",
        for_newcomers_and_guests(as_visitor(allauth_views.request_login_code)),
        name="account_request_login_code",
    ),
    path(
        "login/code/confirm/",
        for_newcomers_and_guests(as_visitor(ConfirmSignInCode.as_view())),
        name="account_confirm_login_code",
    ),
    path("logout/", allauth_views.logout, name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("signup/", views.sign_up, name="account_signup"),
]

address_patterns = [
    path("email/", not_for_guests(for_proved_identity(ChangeAddress.as_view())), name="account_email"),
    path(
        "confirm-email/",
        not_for_guests(ConfirmAddressCode.as_view()),
        name="account_email_verification_sent",
    ),
]

password_patterns = [
    path("change/", not_for_guests(allauth_views.password_change), name="account_change_password"),
    path("set/", not_for_guests(for_proved_identity(allauth_views.password_set)), name="account_set_password"),
    path("reset/", as_visitor(allauth_views.password_reset), name="account_reset_password"),
    path("reset/done/", as_visitor(allauth_views.password_reset_done), name="account_reset_password_done"),
    re_path(
        r"^reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        as_visitor(allauth_views.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "reset/key/done/",
        as_visitor(allauth_views.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
]

urlpatterns = [
    path("", include((own_patterns, "accounts"))),
    path("", include(sign_in_patterns)),
    path("", include(address_patterns)),
    path("password/", include(password_patterns)),
]
