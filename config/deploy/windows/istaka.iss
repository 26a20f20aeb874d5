; An installer of the folder that `make windows-bundle` makes, for Inno Setup 6: per user, without an administrator.
;   iscc /DVersion=0.1.0 /DSource=..\..\..\dist\windows\Istaka config\deploy\windows\istaka.iss

#ifndef Version
  #error Give the version: /DVersion=
#endif
#ifndef Source
  #define Source "..\..\..\dist\windows\Istaka"
#endif

[Setup]
AppId={{6A0B7E4C-3E0B-4C0E-9B53-1D9A4A3F8C11}
AppName=Istaka
AppVersion={#Version}
DefaultDirName={localappdata}\Programs\Istaka
DefaultGroupName=Istaka
DisableDirPage=auto
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
CloseApplications=yes
OutputDir=..\..\..\dist
OutputBaseFilename=Istaka-{#Version}-setup
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "tr"; MessagesFile: "compiler:Languages\Turkish.isl"
Name: "en"; MessagesFile: "compiler:Default.isl"

[CustomMessages]
tr.Start=Istaka'yı başlat
en.Start=Start Istaka

[InstallDelete]
; An older version's files, which would be imported beside the new ones. The club's data are elsewhere.
Type: filesandordirs; Name: "{app}\python"

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Excludes: "Uninstall.cmd,Desktop shortcut.cmd"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\Istaka"; Filename: "{app}\python\pythonw.exe"; Parameters: "-m istaka"; WorkingDir: "{app}"
Name: "{autodesktop}\Istaka"; Filename: "{app}\python\pythonw.exe"; Parameters: "-m istaka"; WorkingDir: "{app}"

[Run]
Filename: "{app}\python\pythonw.exe"; Parameters: "-m istaka"; Description: "{cm:Start}"; Flags: postinstall nowait skipifsilent

[UninstallDelete]
; Python compiles what it runs.
Type: filesandordirs; Name: "{app}\python"
