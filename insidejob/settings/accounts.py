"""Sign-up and sign-in settings."""

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:my_games"
LOGOUT_REDIRECT_URL = "/"

# The first one renews hashes by others at sign-in.
PASSWORD_HASHERS = ["accounts.sign_in.hashers.PasswordHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]

VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{VALIDATORS}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "display_name")},
    },
    {"NAME": f"{VALIDATORS}.MinimumLengthValidator"},
    {"NAME": f"{VALIDATORS}.CommonPasswordValidator"},
    {"NAME": "accounts.sign_in.site_words.SiteWordsValidator"},
    {"NAME": "accounts.sign_in.stolen_passwords.StolenPasswordValidator"},
]

# Only for visitors: users have it in their row.
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = False
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Games last weeks, and a guest whose session ended cannot come back.
SESSION_COOKIE_AGE = 180 * 24 * 3600

ACCOUNT_ADAPTER = "accounts.sign_in.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.sign_in.forms.SignInForm",
    "request_login_code": "accounts.sign_in.forms.RequestCodeForm",
    "confirm_login_code": "accounts.sign_in.forms.ConfirmSignInCodeForm",
    "confirm_email_verification_code": "accounts.sign_in.forms.ConfirmAddressCodeForm",
    "add_email": "accounts.sign_in.forms.AddAddressForm",
    "change_password": "accounts.sign_in.forms.ChangePasswordForm",
    "set_password": "accounts.sign_in.forms.SetPasswordForm",
    "reset_password": "accounts.sign_in.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.sign_in.forms.ResetPasswordKeyForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
MFA_ADAPTER = "accounts.sign_in.mfa_adapter.MfaAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Inside Job"
# Accept clocks half a minute off.
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "add_webauthn": "accounts.sign_in.forms_mfa.AddPasskeyForm",
    "login_webauthn": "accounts.sign_in.forms_mfa.SignInPasskeyForm",
    "authenticate": "accounts.sign_in.forms_mfa.MfaCodeForm",
    "authenticate_webauthn": "accounts.sign_in.forms_mfa.MfaPasskeyForm",
    "activate_totp": "accounts.sign_in.forms_mfa.TurnOnForm",
}
# Never reveal whether an address has an account.
ACCOUNT_PREVENT_ENUMERATION = True
# allauth would redirect guests too; `accounts.decorators` redirects members.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
# Email may take minutes.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
# Each is confirmed first.
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
# Per network; see `accounts.rate_limits` for others.
ACCOUNT_RATE_LIMITS = {
    # Ours: POSTs from links in turn reminders.
    "turn_link": "60/m/ip",
    "signup": "20/m/ip",
    "confirm_email": "",
    "request_login_code": "20/m/ip",
    "reset_password": "20/m/ip",
}
# Without a proxy X-Forwarded-For is anything the visitor sent.
ALLAUTH_TRUSTED_PROXY_COUNT = 0
