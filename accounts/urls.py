"""Account pages. Of allauth's pages only these exist, under allauth's names."""

from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as recovery_views
from allauth.mfa.webauthn import views as passkey_views
from django.urls import include, path, re_path

from accounts import views
from accounts.announcements import views as announcement_page
from accounts.decorators import View, as_visitor, clear_site_data, for_newcomers_and_guests, not_for_guests, signed_in
from accounts.personal_data import deletion_page, export_page
from accounts.profile_settings import face_page
from accounts.profile_settings import pages as settings_pages
from accounts.sign_in import mfa_pages, reauthentication_page, sessions_page
from accounts.sign_in.codes import Addresses, ConfirmAddressCode, ConfirmSignInCode
from accounts.sign_in.reauthentication import for_proved_identity
from accounts.tokens import views as tokens_page


def _for_sure(view: View) -> View:
    return signed_in(not_for_guests(for_proved_identity(view)))


def _to_sign_in(view: View) -> View:
    return for_newcomers_and_guests(as_visitor(view))


own_patterns = [
    path("language/", views.language, name="language"),
    path("announcement/close/", announcement_page.close, name="close_announcement"),
    path("settings/", settings_pages.settings, name="settings"),
    path("settings/account/", settings_pages.account, name="account"),
    path("settings/playing/", settings_pages.playing, name="playing"),
    path("settings/safety/", settings_pages.safety, name="safety"),
    path("settings/data/", settings_pages.data, name="data"),
    path("settings/face/", face_page.choose_face, name="face"),
    path("settings/tokens/", tokens_page.tokens, name="tokens"),
    path("sessions/", sessions_page.sessions, name="sessions"),
    path("export/", export_page.export, name="export"),
    path("export/file/", export_page.export_file, name="export_file"),
    path("leave/", deletion_page.leave, name="leave"),
    path("leave/surely/", deletion_page.leave_surely, name="leave_surely"),
    path("stay/", deletion_page.stay, name="stay"),
    path("identity/", reauthentication_page.confirm_identity, name="confirm_identity"),
    path("signup/code/", views.confirm_sign_up, name="confirm_sign_up"),
]

sign_in_patterns = [
    path("login/", _to_sign_in(allauth_views.login), name="account_login"),
    path("login/code/", _to_sign_in(allauth_views.request_login_code), name="account_request_login_code"),
    path("login/code/confirm/", _to_sign_in(ConfirmSignInCode.as_view()), name="account_confirm_login_code"),
    path("login/passkey/", _to_sign_in(mfa_pages.SignInWithPasskey.as_view()), name="mfa_login_webauthn"),
    path("login/step/", _to_sign_in(mfa_pages.MfaStep.as_view()), name="mfa_authenticate"),
    path("logout/", clear_site_data(allauth_views.logout), name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("signup/", views.sign_up, name="account_signup"),
]

address_patterns = [
    path("email/", not_for_guests(for_proved_identity(Addresses.as_view())), name="account_email"),
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

remove_passkey = passkey_views.RemoveWebAuthnView.as_view(success_url=mfa_pages.INDEX)

mfa_patterns = [
    path("", signed_in(not_for_guests(mfa_views.index)), name="mfa_index"),
    path("passkeys/add/", _for_sure(mfa_pages.AddPasskey.as_view()), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/remove/", _for_sure(remove_passkey), name="mfa_remove_webauthn"),
    path("step/on/", _for_sure(mfa_pages.TurnOn.as_view()), name="mfa_activate_totp"),
    path("step/off/", _for_sure(mfa_pages.TurnOff.as_view()), name="mfa_deactivate_totp"),
    path("recovery/", _for_sure(recovery_views.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("recovery/new/", _for_sure(recovery_views.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("recovery/codes.txt", _for_sure(recovery_views.download_recovery_codes), name="mfa_download_recovery_codes"),
]

urlpatterns = [
    path("", include((own_patterns, "accounts"))),
    path("", include(sign_in_patterns)),
    path("", include(address_patterns)),
    path("password/", include(password_patterns)),
    path("ways/", include(mfa_patterns)),
]
