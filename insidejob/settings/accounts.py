"""Settings of accounts: how people sign up and sign in. Imported by `base`."""

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:my_games"
LOGOUT_REDIRECT_URL = "/"

VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{VALIDATORS}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "display_name")},
    },
    {"NAME": f"{VALIDATORS}.MinimumLengthValidator"},
    {"NAME": f"{VALIDATORS}.CommonPasswordValidator"},
]

# A cookie set by us for those without an account; people with one keep it on their row.
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = False
LANGUAGE_COOKIE_SAMESITE = "Lax"

# A game lasts weeks, and a guest whose session ended cannot come back.
SESSION_COOKIE_AGE = 180 * 24 * 3600

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "request_login_code": "accounts.forms.RequestCodeForm",
    "confirm_login_code": "accounts.forms.ConfirmSignInCodeForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmAddressCodeForm",
    "add_email": "accounts.forms.ChangeAddressForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
# An answer never tells whether an address has an account.
ACCOUNT_PREVENT_ENUMERATION = True
# `accounts.decorators` leads members away from the sign-in page; allauth would lead guests away, too.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
# As long as the other codes: mail may be late by minutes.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
# One address a person: a new one takes the place of the old one when its code was typed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
# What one network may ask for. Mails to one address, and attempts at a code, `accounts.limits` counts in the database.
ACCOUNT_RATE_LIMITS = {
    # Ours: visitors who become guests.
    "guest": "60/h/ip",
    "signup": "20/m/ip",
    "confirm_email": "",
    "request_login_code": "20/m/ip",
    "reset_password": "20/m/ip",
}
# No proxy stands before the site unless production says so: X-Forwarded-For is what a visitor likes to write.
ALLAUTH_TRUSTED_PROXY_COUNT = 0
