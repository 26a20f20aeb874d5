from django.urls import path

from tournaments.accounts.views import account_page, credentials, passkeys, recovery, sign_in, two_factor

urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-in/code/", two_factor.sign_in_code, name="sign_in_code"),
    path("sign-in/passkey/", passkeys.sign_in_passkey, name="sign_in_passkey"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("account/", account_page.account, name="account"),
    path("account/name/", account_page.own_name, name="own_name"),
    path("account/password/", credentials.password, name="password"),
    path("account/email/", credentials.own_email, name="own_email"),
    path("account/browsers/end/", account_page.end_session, name="end_session"),
    path("account/browsers/end-others/", account_page.end_other_sessions, name="end_other_sessions"),
    path("account/second-step/", two_factor.own_second_step, name="two_factor"),
    path("account/second-step/off/", two_factor.second_step_off, name="turn_off_two_factor"),
    path("account/second-step/codes/", two_factor.recovery_codes, name="recovery_codes"),
    path("account/passkeys/", passkeys.own_passkeys, name="own_passkeys"),
    path("account/passkeys/keep/", passkeys.add_passkey, name="add_passkey"),
    path("account/passkeys/remove/", passkeys.remove_passkey, name="remove_passkey"),
    path("account/leave/", account_page.leave_club, name="leave_club"),
    path("account/close/", credentials.close_account, name="close_account"),
    path("account/forgotten/", recovery.forgotten_password, name="forgotten_password"),
    path("account/code/", recovery.type_account_code, name="type_account_code"),
    path("account/c/<str:account_code>/", recovery.new_password, name="new_password"),
    path("account/email/c/<str:account_code>/", recovery.confirm_email, name="confirm_email"),
]
